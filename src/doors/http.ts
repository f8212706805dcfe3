import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { House } from '../house.ts';
import { version } from '../version.ts';
import type { DoorBindings } from './bindings.ts';
import { chatDoor } from './chat-completions.ts';
import { Connections } from './connections.ts';
import { Guard } from './guard.ts';
import { errorBody, type Rejection, STOPPING } from './status.ts';
import { toolsDoor } from './tools.ts';

export interface Listening {
  readonly url: string;
  /** Refuses new requests, lets the running ones finish within the limit, then ends them. */
  drain(limitMs?: number): Promise<void>;
}

export type Listen =
  | { readonly ok: true; readonly listening: Listening }
  | { readonly ok: false; readonly reason: string };

/** Opens the HTTP doors of a house. */
export async function listen(house: House): Promise<Listen> {
  const { host, port, keys } = house.settings;
  const guard = new Guard(host, keys);
  if (guard.refusal !== undefined) return { ok: false, reason: guard.refusal };

  const connections = new Connections();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each open stream
  const server = serve(routes(house, guard, stopping.signal), guard, connections, house);
  const problem = await bind(server, host, port);
  if (problem !== undefined) return { ok: false, reason: problem };
  const drain = (limitMs = house.settings.limits.drainMs) => drainWithin(limitMs, server, connections, stopping);
  return { ok: true, listening: { url: urlOf(server, host), drain } };
}

/** Every route of the server. What stands above the key check is open to who cannot have a key: probes. */
function routes(house: House, guard: Guard, stopping: AbortSignal) {
  const app = new Hono<DoorBindings>();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', (context) => context.json({ status: 'ready', tools: house.tools.all().length }));
  app.use(async (context, next) => {
    const authenticated = guard.authenticate(context.req.header('authorization'));
    if (!authenticated.ok) {
      return Response.json(errorBody(authenticated.rejection), {
        status: authenticated.rejection.status,
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    context.set('key', authenticated.key);
    return next();
  });
  const chat = chatDoor(house, stopping);
  app.route('/v1', chat);
  app.route('/', chat);
  app.route('/tools', toolsDoor(house));
  app.notFound((context) => {
    const message = `There is nothing at ${context.req.method} ${context.req.path}. Try GET /tools, GET /v1/models or POST /v1/chat/completions.`;
    return context.json(errorBody({ status: 404, code: 'not_found', message }), 404);
  });
  app.onError((error, context) => {
    house.log.error({ err: error, path: context.req.path }, 'request failed');
    const message = 'The gateway failed to handle this request. Its log says why.';
    return context.json(errorBody({ status: 500, code: 'internal_error', message }), 500);
  });
  return app;
}

function serve(app: ReturnType<typeof routes>, guard: Guard, connections: Connections, house: House): Server {
  const { log, settings } = house;
  const dispatch = getRequestListener(app.fetch, { errorHandler: () => new Response(null, { status: 400 }) });
  const server = createServer({
    headersTimeout: settings.limits.headersMs,
    requestTimeout: settings.limits.requestMs,
    connectionsCheckingInterval: 1_000, // how late a limit may bite; Node's own is 30 s
    keepAliveTimeout: 5_000,
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request; // gone from the request by the time it closes
    connections.begin(socket);
    const startedAt = performance.now();
    response.on('close', () => {
      const [path] = (request.url ?? '').split('?'); // a query may hold anything
      const durationMs = Math.round(performance.now() - startedAt);
      const isAnswered = response.writableFinished;
      log.debug({ method: request.method, path, status: response.statusCode, isAnswered, durationMs }, 'request');
      connections.end(socket);
    });
    const rejection = connections.isDraining ? STOPPING : guard.admit(request);
    if (rejection !== undefined) return turnAway(response, rejection);
    dispatch(request, response).catch((error: unknown) => log.error({ err: error }, 'request failed'));
  });
  return server;
}

function turnAway(response: ServerResponse, rejection: Rejection): void {
  response.writeHead(rejection.status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify(errorBody(rejection)));
}

function bind(server: Server, host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(bindProblem(error, host, port)));
    server.listen(port, host, () => resolve(undefined));
  });
}

function bindProblem(error: NodeJS.ErrnoException, host: string, port: number): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use, perhaps by another Toolpath. Stop that, or choose another port: --port ${port + 1} (npm start -- --port ${port + 1}).`;
    case 'EACCES':
      return `Port ${port} may not be used by this user. Choose one above 1023: --port 18741`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. Try --host 127.0.0.1`;
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`;
  }
}

function urlOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function drainWithin(
  limitMs: number,
  server: Server,
  connections: Connections,
  stopping: AbortController,
): Promise<void> {
  connections.isDraining = true;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const timers = [
    setTimeout(() => stopping.abort(new Error('the server is stopping')), limitMs),
    setTimeout(() => server.closeAllConnections(), limitMs + LAST_WORDS_MS),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}

/** For streams that are ended to say so. */
const LAST_WORDS_MS = 500;
