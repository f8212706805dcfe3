import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** One request to a test's own HTTP server. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The JSON-RPC message; an empty object for a request without a body. */
  readonly message: { readonly id?: number | string; readonly method?: string; readonly params?: unknown };
  readonly response: ServerResponse;
  /** Resolves when the response was sent or its socket has closed. */
  readonly whenClosed: Promise<unknown>;
}

export interface HttpPlay {
  readonly url: string;
  readonly port: number;
  readonly asked: readonly Asked[];
  /** The connections that are currently open. */
  readonly sockets: ReadonlySet<Socket>;
  /** Resolves with the first request that matches, as soon as there is one. */
  first(is: (asked: Asked) => boolean): Promise<Asked>;
  stop(): Promise<void>;
}

/** Starts an HTTP server on this machine that answers with the test's function. It is stopped after the test. */
export async function startHttp(answer: (asked: Asked) => void, port = 0): Promise<HttpPlay> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request).catch(() => '');
    const { method = '', url: path = '', headers } = request;
    const whenClosed = once(response, 'close').catch(() => {});
    asked.push({ method, path, headers, message: body === '' ? {} : JSON.parse(body), response, whenClosed });
    for (const check of waiting) check();
    answer(asked.at(-1) as Asked);
  };
  const server = createServer((request, response) => void receive(request, response));
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => {});
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  const { port: given } = server.address() as AddressInfo;
  const first = (is: (one: Asked) => boolean): Promise<Asked> =>
    new Promise((resolve) => {
      const check = (): void => {
        const found = asked.find(is);
        if (found === undefined) return;
        waiting.delete(check);
        resolve(found);
      };
      waiting.add(check);
      check();
    });
  return { url: `http://127.0.0.1:${given}/mcp`, port: given, asked, sockets, first, stop };
}

export const SESSION = 'session-1';

/** Imitates a legacy server over streamable HTTP: does the handshake, and passes everything else to the test's functions. */
export function mcpServer(others: (asked: Asked) => void, listen: (asked: Asked) => void = noListening) {
  return (asked: Asked): void => {
    const { method, message, response } = asked;
    if (method === 'GET') listen(asked);
    else if (method === 'DELETE') response.end();
    else if (message.method === 'initialize') sendJson(asked, initialized, { 'mcp-session-id': SESSION });
    else if (message.method === 'notifications/initialized') response.writeHead(202).end();
    else others(asked);
  };
}

function noListening({ response }: Asked): void {
  response.writeHead(405).end();
}

export const initialized = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'played', version: '1' },
};

/** Answers a request with JSON. */
export function sendJson({ message, response }: Asked, result: object, headers: Record<string, string> = {}): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
}

/** Starts an event stream if needed and sends events. The stream stays open. */
export function sendEvents({ response }: Asked, ...events: readonly string[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  for (const event of events) response.write(event);
}

/** Returns the answer to a request as an event. */
export function eventOf(id: number | string | undefined, result: object): string {
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
}
