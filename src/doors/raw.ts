import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCallId } from '../core/index.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import { retryHeaders } from './status.ts';

/** A route that uses Node's own request and response. `key` is the id of the client's key. */
export type RawRoute = (request: IncomingMessage, response: ServerResponse, key: string) => Promise<void>;

/** Writes a rejection as the error body of one protocol. */
export type ErrorBody = (rejection: Rejection) => object;

export function refuse(
  response: ServerResponse,
  rejection: Rejection,
  errorBody: ErrorBody,
  headers: Record<string, string> = {},
): void {
  send(
    response,
    rejection.status,
    { 'x-request-id': newCallId(), ...headers, ...retryHeaders(rejection) },
    errorBody(rejection),
  );
}

/** Returns a rejection as the Response of a Hono route. Routes that belong to no protocol use OpenAI's error format. */
export function refusal(
  rejection: Rejection,
  errorBody: ErrorBody = chatErrorBody,
  headers: Record<string, string> = {},
): Response {
  return Response.json(errorBody(rejection), { status: rejection.status, headers });
}

export function send(response: ServerResponse, status: number, headers: Record<string, string>, body: object): void {
  sendText(response, status, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
}

/** Sends a complete text. `headers` must name its content type. */
export function sendText(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  text: string,
): void {
  if (response.destroyed) return;
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

/** Closes the connection if the client does not read its answer within the limit, because the answer occupies memory. */
export function closeIfUnread(response: ServerResponse, limitMs: number): void {
  if (response.writableLength === 0 || response.writableFinished) return;
  const timer = setTimeout(() => response.destroy(), limitMs);
  response.once('close', () => clearTimeout(timer));
}
