import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCallId } from '../core/index.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import { retryHeaders } from './status.ts';

/** A route on node's own request and response. `key` stands for the key that was given. */
export type RawRoute = (request: IncomingMessage, response: ServerResponse, key: string) => Promise<void>;

/** Writes a rejection as one wire's error body. */
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

/** The same for a route of the router. Routes that belong to no wire write errors as OpenAI does. */
export function refusal(
  rejection: Rejection,
  errorBody: ErrorBody = chatErrorBody,
  headers: Record<string, string> = {},
): Response {
  return Response.json(errorBody(rejection), { status: rejection.status, headers });
}

export function send(response: ServerResponse, status: number, headers: Record<string, string>, body: object): void {
  if (response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/** A client that leaves its answer unread holds it in memory: after the limit it is gone. */
export function cutOffUnread(response: ServerResponse, limitMs: number): void {
  if (response.writableLength === 0 || response.writableFinished) return;
  const timer = setTimeout(() => response.destroy(), limitMs);
  response.once('close', () => clearTimeout(timer));
}
