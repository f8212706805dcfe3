import { setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { Gateway } from '../gateway.ts';
import { RELAYED_APIS } from '../models/index.ts';
import { version } from '../version.ts';
import { chatErrorBody, type Rejection } from '../wires/index.ts';
import { aiSdk, aiSdkConfigDoor } from './ai-sdk.ts';
import { bind } from './binding.ts';
import { Bodies } from './body.ts';
import { chatCompletions } from './chat-completions.ts';
import { Connections } from './connections.ts';
import { explainDoor } from './explain.ts';
import { type Authentic, Guard } from './guard.ts';
import { modelsDoor } from './models.ts';
import { type ErrorBody, type RawRoute, refusal, refuse } from './raw.ts';
import { relayRoute } from './relay.ts';
import { serversDoor } from './servers.ts';
import { reject, rejectionOf, STOPPING } from './status.ts';
import { toolsDoor } from './tools.ts';
import { type TurnDoor, turnRoute } from './turn-door.ts';
import { turnsDoor } from './turns.ts';

/** The APIs through which clients can request turns. */
const DOORS: readonly TurnDoor[] = [chatCompletions, aiSdk];

export interface Listening {
  readonly url: string;
  /** Every route that is served, such as `GET /tools/:name`. */
  readonly routes: readonly string[];
  /** Refuses new requests, lets running requests finish within the limit, then aborts the rest. */
  drain(limitMs?: number): Promise<void>;
}

export type Listen =
  | { readonly ok: true; readonly listening: Listening }
  | { readonly ok: false; readonly reason: string };

/** Starts the HTTP server of a gateway. */
export async function listen(gateway: Gateway, doors = DOORS): Promise<Listen> {
  const { host, port, keys } = gateway.settings;
  const guard = new Guard(host, keys);
  if (guard.refusal !== undefined) return { ok: false, reason: guard.refusal };

  const connections = new Connections();
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal); // each open stream adds a listener
  const bodies = new Bodies(gateway.settings.limits);
  const raw = rawRoutes(doors, gateway, bodies, stopping.signal);
  const app = routes(doors, gateway, guard, bodies, stopping.signal);
  const server = serve({ doors, raw, app, guard, connections, gateway });
  const problem = await bind(server, host, port);
  if (problem !== undefined) return { ok: false, reason: problem };
  const drain = (limitMs = gateway.settings.limits.drainMs) => drainWithin(limitMs, server, connections, stopping);
  const routed = app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`);
  return { ok: true, listening: { url: urlOf(server, host), routes: [...raw.keys(), ...routed], drain } };
}

/** Returns the routes that accept large bodies, by method and path. */
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
  const relayRoutes = RELAYED_APIS.flatMap((api) => {
    const route = relayRoute(api, gateway, bodies, stopping);
    return [`/v1/${api}`, `/${api}`].map((path) => [`POST ${path}`, route] as const);
  });
  return new Map([...turnRoutes, ...relayRoutes, ['POST /v1/explain', explainDoor(gateway, bodies, stopping)]]);
}

/** Returns the error format of a path: that of the door at or above the path, otherwise OpenAI's. */
function errorBodyAt(path: string, doors: readonly TurnDoor[]): ErrorBody {
  const owner = doors.find(({ routes }) => routes.some(([, own]) => path === own || path.startsWith(`${own}/`)));
  return owner?.errorBody ?? chatErrorBody;
}

/** Returns all other routes. Routes before the key check are open, because health probes cannot send a key. */
function routes(doors: readonly TurnDoor[], gateway: Gateway, guard: Guard, bodies: Bodies, stopping: AbortSignal) {
  const app = new Hono<Authentic>();
  app.get('/healthz', (context) => context.json({ status: 'ok', version }));
  app.get('/readyz', (context) => {
    const missing = [...gateway.servers.missing(), ...gateway.servers.lacking()];
    const disabledBackends = gateway.backends.disabled();
    const status = missing.length + disabledBackends.length === 0 ? 'ready' : 'degraded';
    const tools = gateway.listings.all().length;
    return context.json({ status, tools, missing, ...(disabledBackends.length > 0 && { disabledBackends }) });
  });
  app.use(async (context, next) => {
    const authenticated = guard.authenticate(context.env.incoming.headers);
    if (!authenticated.ok) return refusal(authenticated.rejection, errorBodyAt(context.req.path, doors), ASK_FOR_KEY);
    context.set('key', authenticated.key);
    return next();
  });
  app.route('/v1/models', modelsDoor(gateway));
  app.route('/models', modelsDoor(gateway));
  app.route('/v1/ai/config', aiSdkConfigDoor(gateway));
  app.route('/tools', toolsDoor(gateway, bodies, stopping));
  app.route('/servers', serversDoor(gateway));
  const idPrefixes = doors.map(({ idPrefix }) => idPrefix);
  app.route('/v1/turns', turnsDoor(gateway, idPrefixes));
  const asking = doors.map(({ routes: [route] }) => `${route.join(' ')}, `).join('');
  app.notFound(({ req: { method, path } }) => {
    const message = `There is no route ${method} ${path}. Try GET /tools, GET /v1/models, ${asking}POST /v1/explain or GET /v1/turns/ID.`;
    return refusal(reject('not_found', message), errorBodyAt(path, doors));
  });
  app.onError((error, { req: { path } }) => {
    gateway.log.error({ err: error, path }, 'The request failed.');
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
    errorHandler: () => refusal(reject('invalid_request', 'The request could not be read.')),
  });
  const server = createServer({
    headersTimeout: Math.min(settings.limits.headersMs, settings.limits.requestMs), // Node allows no more than requestTimeout
    requestTimeout: settings.limits.requestMs,
    connectionsCheckingInterval: 1_000, // how late a timeout may fire; Node's default is 30 s
    keepAliveTimeout: 5_000,
  });
  // Without an 'upgrade' listener Node emits 'request' for upgrades as well, so the same checks, limits and draining apply.
  // WebSocket routes will need such a listener, and `shouldUpgradeCallback` to restrict it to their paths. Node before 24.9
  // lacks that option and passes every upgrade to the listener, even those of ordinary requests.
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request; // Node removes it from the request before the response closes
    connections.begin(socket);
    const startedAt = performance.now();
    const path = pathOf(request);
    response.on('close', () => {
      const durationMs = Math.round(performance.now() - startedAt);
      const isAnswered = response.writableFinished;
      log.debug(
        { method: request.method, path, status: response.statusCode, isAnswered, durationMs },
        'Request ended.',
      );
      connections.end(socket);
    });
    const rejection = connections.isDraining ? STOPPING : guard.admit(request);
    if (rejection !== undefined) return turnAway(request, response, rejection);
    const route = isWebSocket(request) ? refuseSocket : raw.get(`${request.method} ${path}`);
    const done = route === undefined ? dispatch(request, response) : take(route, request, response);
    done.catch((error: unknown) => {
      log.error({ err: error, path }, 'The request failed.');
      if (response.headersSent) response.destroy();
      else refuse(response, rejectionOf({ kind: 'bug' }), errorBodyAt(path, doors));
    });
  });

  async function take(route: RawRoute, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const authenticated = guard.authenticate(request.headers);
    if (authenticated.ok) return route(request, response, authenticated.key);
    return turnAway(request, response, authenticated.rejection, ASK_FOR_KEY);
  }

  /** Refuses WebSocket handshakes, since there are no WebSocket routes yet. */
  async function refuseSocket(request: IncomingMessage, response: ServerResponse): Promise<void> {
    turnAway(request, response, reject('not_found', 'There is no WebSocket route at this path.'));
  }

  /** Refuses a request before its body is read. The connection closes after the answer. */
  function turnAway(request: IncomingMessage, response: ServerResponse, rejection: Rejection, headers = {}): void {
    log.info(
      { status: rejection.status, code: rejection.code, reason: rejection.message },
      'The request was refused before its body was read.',
    );
    refuse(response, rejection, errorBodyAt(pathOf(request), doors), { connection: 'close', ...headers });
  }
  return server;
}

/** Returns the path without the query, which may hold secrets and must not be logged. */
function pathOf({ url = '' }: IncomingMessage): string {
  return url.split('?', 1)[0] ?? '';
}

/** Other upgrade offers may be ignored. Some clients send one with every request: Java's offers HTTP/2 (`h2c`). */
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

/** Time for aborted streams to send their last error event. */
const LAST_WORDS_MS = 500;
