import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Gateway } from '../gateway.ts';
import { version } from '../version.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import { bind } from './binding.ts';
import { Bodies } from './body.ts';
import { chatCompletions } from './chat-completions.ts';
import { Connections } from './connections.ts';
import { explainDoor } from './explain.ts';
import { type Authentic, Guard } from './guard.ts';
import { modelsDoor } from './models.ts';
import { type ErrorBody, type RawRoute, refusal, refuse } from './raw.ts';
import { serversDoor } from './servers.ts';
import { reject, rejectionOf, STOPPING } from './status.ts';
import { toolsDoor } from './tools.ts';
import { type TurnDoor, turnRoute } from './turn-door.ts';
import { turnsDoor } from './turns.ts';

/** Every wire by which clients can ask for turns. */
const DOORS: readonly TurnDoor[] = [chatCompletions];

export interface Listening {
  readonly url: string;
  /** Refuses new requests, lets the running ones finish within the limit, then ends them. */
  drain(limitMs?: number): Promise<void>;
}

export type Listen =
  | { readonly ok: true; readonly listening: Listening }
  | { readonly ok: false; readonly reason: string };

/** Opens the HTTP doors of a gateway. */
export async function listen(gateway: Gateway, doors = DOORS): Promise<Listen> {
  const { host, port, keys } = gateway.settings;
  const guard = new Guard(host, keys);
  if (guard.refusal !== undefined) return { ok: false, reason: guard.refusal };

  const connections = new Connections();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // one for each open stream
  const bodies = new Bodies(gateway.settings.limits);
  const raw = rawRoutes(doors, gateway, bodies, stopping.signal);
  const app = routes(doors, gateway, guard, bodies, stopping.signal);
  const server = serve({ doors, raw, app, guard, connections, gateway });
  const problem = await bind(server, host, port);
  if (problem !== undefined) return { ok: false, reason: problem };
  const drain = (limitMs = gateway.settings.limits.drainMs) => drainWithin(limitMs, server, connections, stopping);
  return { ok: true, listening: { url: urlOf(server, host), drain } };
}

/** The routes that take whole conversations, by method and path. */
function rawRoutes(
  doors: readonly TurnDoor[],
  gateway: Gateway,
  bodies: Bodies,
  stopping: AbortSignal,
): ReadonlyMap<string, RawRoute> {
  const turnRoutes = doors.flatMap((door) => {
    const route = turnRoute(door, gateway, bodies, stopping);
    return door.routes.map(([method, path]) => [`${method} ${path}`, route] as const);
  });
  return new Map([...turnRoutes, ['POST /v1/explain', explainDoor(gateway, bodies, stopping)]]);
}

/** How errors are written at a path: as the wire of the door at or above it does, else as OpenAI does. */
function errorBodyAt(path: string, doors: readonly TurnDoor[]): ErrorBody {
  const owner = doors.find(({ routes }) => routes.some(([, own]) => path === own || path.startsWith(`${own}/`)));
  return owner?.errorBody ?? chatErrorBody;
}

/** Every other route of the server. What stands above the key check is open to who cannot have a key: probes. */
function routes(doors: readonly TurnDoor[], gateway: Gateway, guard: Guard, bodies: Bodies, stopping: AbortSignal) {
  const app = new Hono<Authentic>();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', (context) => {
    const missing = gateway.servers.missing();
    const status = missing.length === 0 ? 'ready' : 'degraded';
    return context.json({ status, tools: gateway.listings.all().length, missing });
  });
  app.use(async (context, next) => {
    const authenticated = guard.authenticate(context.env.incoming.headers);
    if (!authenticated.ok) return refusal(authenticated.rejection, errorBodyAt(context.req.path, doors), ASK_FOR_KEY);
    context.set('key', authenticated.key);
    return next();
  });
  app.route('/v1/models', modelsDoor(gateway));
  app.route('/models', modelsDoor(gateway));
  app.route('/tools', toolsDoor(gateway, bodies, stopping));
  app.route('/servers', serversDoor(gateway));
  const idPrefixes = doors.map(({ idPrefix }) => idPrefix);
  app.route('/v1/turns', turnsDoor(gateway, idPrefixes));
  const asking = doors.map(({ routes: [route] }) => `${route.join(' ')}, `).join('');
  app.notFound(({ req: { method, path } }) => {
    const message = `There is nothing at ${method} ${path}. Try GET /tools, GET /v1/models, ${asking}POST /v1/explain or GET /v1/turns/ID.`;
    return refusal(reject('not_found', message), errorBodyAt(path, doors));
  });
  app.onError((error, { req: { path } }) => {
    gateway.log.error({ err: error, path }, 'request failed');
    return refusal(rejectionOf({ kind: 'bug' }), errorBodyAt(path, doors));
  });
  return app;
}

const ASK_FOR_KEY = { 'www-authenticate': 'Bearer' };

interface Serving {
  readonly doors: readonly TurnDoor[];
  readonly raw: ReadonlyMap<string, RawRoute>;
  readonly app: ReturnType<typeof routes>;
  readonly guard: Guard;
  readonly connections: Connections;
  readonly gateway: Gateway;
}

function serve({ doors, raw, app, guard, connections, gateway }: Serving): Server {
  const { log, settings } = gateway;
  const dispatch = getRequestListener(app.fetch, {
    errorHandler: () => refusal(reject('invalid_request', 'The request cannot be read.')),
  });
  const server = createServer({
    headersTimeout: Math.min(settings.limits.headersMs, settings.limits.requestMs), // Node refuses more
    requestTimeout: settings.limits.requestMs,
    connectionsCheckingInterval: 1_000, // how late a limit may bite; Node's own is 30 s
    keepAliveTimeout: 5_000,
  });
  // Without a listener for 'upgrade' Node emits 'request' for upgrades too, so the same checks, limits and draining hold for
  // them. WebSocket routes will need one, and `shouldUpgradeCallback` to take their paths only: Node before 24.9 has no such
  // option and passes every upgrade to the listener, also those of ordinary requests.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request; // gone from the request by the time it closes
    connections.begin(socket);
    const startedAt = performance.now();
    const path = pathOf(request);
    response.on('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isAnswered = response.writableFinished;
      log.debug({ method: request.method, path, status: response.statusCode, isAnswered, durationMs }, 'request');
      connections.end(socket);
    });
    const rejection = connections.isDraining ? STOPPING : guard.admit(request);
    if (rejection !== undefined) return turnAway(request, response, rejection);
    const route = isWebSocket(request) ? refuseSocket : raw.get(`${request.method} ${path}`);
    const done = route === undefined ? dispatch(request, response) : take(route, request, response);
    done.catch((error: unknown) => {
      log.error({ err: error, path }, 'request failed');
      if (response.headersSent) response.destroy();
      else refuse(response, rejectionOf({ kind: 'bug' }), errorBodyAt(path, doors));
    });
  });

  async function take(route: RawRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authenticated = guard.authenticate(request.headers);
    if (authenticated.ok) return route(request, response, authenticated.key);
    return turnAway(request, response, authenticated.rejection, ASK_FOR_KEY);
  }

  /** There are no WebSocket routes yet. */
  async function refuseSocket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    turnAway(request, response, reject('not_found', 'There is no WebSocket at this path.'));
  }

  /** Before anything was read: the connection closes with the answer. */
  function turnAway(request: IncomingMessage, response: ServerResponse, rejection: Rejection, headers = {}): void {
    log.info({ status: rejection.status, code: rejection.code, reason: rejection.message }, 'request turned away');
    refuse(response, rejection, errorBodyAt(pathOf(request), doors), { connection: 'close', ...headers });
  }
  return server;
}

/** Without the query, which may hold anything. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

/** Other offers to upgrade may be ignored, and some clients make one with every request: Java's offers HTTP/2 (`h2c`). */
function isWebSocket({ headers }: IncomingMessage): boolean {
  return headers.upgrade !== undefined && headers.upgrade.toLowerCase() === 'websocket';
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
