import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Log } from '../core/index.ts';
import type { House } from '../house.ts';
import { version } from '../version.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import { bind } from './binding.ts';
import { Bodies } from './body.ts';
import { chatCompletions } from './chat-completions.ts';
import { Connections } from './connections.ts';
import { explainDoor } from './explain.ts';
import { type Authentic, Guard } from './guard.ts';
import { modelsDoor } from './models.ts';
import { type RawRoute, refuse } from './raw.ts';
import { serversDoor } from './servers.ts';
import { rejectionOf, STOPPING } from './status.ts';
import { toolsDoor } from './tools.ts';
import { turnsDoor } from './turns.ts';

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
  const bodies = new Bodies(house.settings.limits);
  const raw = rawRoutes(house, bodies, stopping.signal);
  const server = serve({ raw, app: routes(house, guard, bodies, stopping.signal), guard, connections, house });
  const problem = await bind(server, host, port);
  if (problem !== undefined) return { ok: false, reason: problem };
  const drain = (limitMs = house.settings.limits.drainMs) => drainWithin(limitMs, server, connections, stopping);
  return { ok: true, listening: { url: urlOf(server, host), drain } };
}

/** The routes that take whole conversations, by method and path. */
function rawRoutes(house: House, bodies: Bodies, stopping: AbortSignal): ReadonlyMap<string, RawRoute> {
  const chat = chatCompletions(house, bodies, stopping);
  return new Map([
    ['POST /v1/chat/completions', chat],
    ['POST /chat/completions', chat],
    ['POST /v1/explain', explainDoor(house, bodies, stopping)],
  ]);
}

/** Every other route of the server. What stands above the key check is open to who cannot have a key: probes. */
function routes(house: House, guard: Guard, bodies: Bodies, stopping: AbortSignal) {
  const app = new Hono<Authentic>();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', (context) => {
    const missing = house.servers.missing();
    const status = missing.length === 0 ? 'ready' : 'degraded';
    return context.json({ status, tools: house.listings.all().length, missing });
  });
  app.use(async (context, next) => {
    const authenticated = guard.authenticate(context.req.header('authorization'));
    if (!authenticated.ok) {
      return Response.json(chatErrorBody(authenticated.rejection), {
        status: authenticated.rejection.status,
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    context.set('key', authenticated.key);
    return next();
  });
  app.route('/v1/models', modelsDoor(house));
  app.route('/models', modelsDoor(house));
  app.route('/tools', toolsDoor(house, bodies, stopping));
  app.route('/servers', serversDoor(house));
  app.route('/v1/turns', turnsDoor(house));
  app.notFound((context) => {
    const message = `There is nothing at ${context.req.method} ${context.req.path}. Try GET /tools, GET /v1/models, POST /v1/chat/completions, POST /v1/explain or GET /v1/turns/ID.`;
    return context.json(chatErrorBody({ status: 404, code: 'not_found', message }), 404);
  });
  app.onError((error, context) => {
    house.log.error({ err: error, path: context.req.path }, 'request failed');
    const message = 'The gateway failed to handle this request. Its log says why.';
    return context.json(chatErrorBody({ status: 500, code: 'internal_error', message }), 500);
  });
  return app;
}

interface Serving {
  readonly raw: ReadonlyMap<string, RawRoute>;
  readonly app: ReturnType<typeof routes>;
  readonly guard: Guard;
  readonly connections: Connections;
  readonly house: House;
}

function serve({ raw, app, guard, connections, house }: Serving): Server {
  const { log, settings } = house;
  const dispatch = getRequestListener(app.fetch, { errorHandler: () => new Response(null, { status: 400 }) });
  const server = createServer({
    headersTimeout: Math.min(settings.limits.headersMs, settings.limits.requestMs), // Node refuses more
    requestTimeout: settings.limits.requestMs,
    connectionsCheckingInterval: 1_000, // how late a limit may bite; Node's own is 30 s
    keepAliveTimeout: 5_000,
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request; // gone from the request by the time it closes
    connections.begin(socket);
    const startedAt = performance.now();
    const [path = ''] = (request.url ?? '').split('?', 1); // a query may hold anything
    response.on('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isAnswered = response.writableFinished;
      log.debug({ method: request.method, path, status: response.statusCode, isAnswered, durationMs }, 'request');
      connections.end(socket);
    });
    const rejection = connections.isDraining ? STOPPING : guard.admit(request);
    if (rejection !== undefined) return turnAway(response, rejection, log);
    const route = raw.get(`${request.method} ${path}`);
    const done = route === undefined ? dispatch(request, response) : take(route, request, response);
    done.catch((error: unknown) => {
      log.error({ err: error, path }, 'request failed');
      if (response.headersSent) response.destroy();
      else refuse(response, rejectionOf({ kind: 'bug' }));
    });
  });

  async function take(route: RawRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authenticated = guard.authenticate(request.headers.authorization);
    if (authenticated.ok) return route(request, response, authenticated.key);
    return turnAway(response, authenticated.rejection, log, { 'www-authenticate': 'Bearer' });
  }
  return server;
}

/** Before anything was read: the connection closes with the answer. */
function turnAway(
  response: ServerResponse,
  rejection: Rejection,
  log: Log,
  headers: Record<string, string> = {},
): void {
  log.info({ status: rejection.status, code: rejection.code, reason: rejection.message }, 'request turned away');
  refuse(response, rejection, { connection: 'close', ...headers });
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
    setTimeout(() => stopping.abort(new Error('Toolpath is stopping')), limitMs),
    setTimeout(() => server.closeAllConnections(), limitMs + LAST_WORDS_MS),
  ];
  await closed;
  for (const timer of timers) clearTimeout(timer);
}

/** For streams that are ended to say so. */
const LAST_WORDS_MS = 500;
