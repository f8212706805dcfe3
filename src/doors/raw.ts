import type { IncomingMessage, ServerResponse } from 'node:http';
import { newCallId } from '../core/index.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';

/** A route on node's own request and response. `key` stands for the key that was given. */
export type RawRoute = (request: IncomingMessage, response: ServerResponse, key: string) => Promise<void>;

export function refuse(response: ServerResponse, rejection: Rejection, headers: Record<string, string> = {}): void {
  send(
    response,
    rejection.status,
    { 'x-request-id': newCallId(), ...headers, ...retryHeaders(rejection) },
    chatErrorBody(rejection),
  );
}

/**
 * The official SDKs try again by themselves, unless told not to. The gateway has its own retries, and tools may have run:
 * another try of the whole request would multiply the one and repeat the other.
 */
function retryHeaders({ status, retryAfterMs }: Rejection): Record<string, string> {
  if (retryAfterMs === undefined) return { 'x-should-retry': 'false' };
  return { 'x-should-retry': String(status === 503), 'retry-after': String(Math.ceil(retryAfterMs / 1000)) };
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
