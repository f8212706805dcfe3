import { setTimeout as sleep } from 'node:timers/promises';
import {
  Client,
  type ElicitRequest,
  type ElicitResult,
  type McpSubscription,
  type Transport,
} from '@modelcontextprotocol/client';
import { type Elicitation, isRecord, type Log, type Protocol, truncate } from '../core/index.ts';
import { version } from '../version.ts';
import type { Inbound } from './inbound.ts';
import { PerMinute } from './per-minute.ts';
import { type Delays, delayBefore } from './waiting.ts';

export interface ClientOptions {
  readonly protocol: Protocol;
  readonly elicitation: Elicitation;
  readonly connectMs: number;
  readonly log: Log;
  readonly onListChanged: () => void;
  readonly inbound: Inbound;
  readonly signal: AbortSignal;
}

/** The SDK's client at the other end of this transport, with its handshake done. */
export async function openClient(transport: Transport, options: ClientOptions): Promise<Client> {
  const { elicitation, log, onListChanged, connectMs, signal } = options;
  const client = new Client(
    { name: 'toolpath', version },
    {
      capabilities: elicitation === 'off' ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: negotiationOf(options.protocol) },
      listMaxPages: MOST_PAGES,
      inputRequired: { maxRounds: MOST_ROUNDS },
    },
  );
  client.onerror = (error) => log.debug({ reason: truncate(error.message, MOST_LETTERS) }, 'MCP server: odd message');
  // Not the SDK's own refreshing: its wait begins anew with every word of a chatty server.
  client.setNotificationHandler('notifications/tools/list_changed', onListChanged);
  client.setNotificationHandler('notifications/message', ({ params }) => {
    if (log.isLevelEnabled?.('debug') === false) return;
    const said = truncate(JSON.stringify(params.data ?? null), MOST_LETTERS);
    log.debug({ level: params.level, said }, 'MCP server says');
  });
  if (elicitation !== 'off') answerQuestions(client, elicitation, log);
  watch(transport, client, options.inbound);
  await client.connect(transport, { timeout: connectMs, signal });
  void keepListening(client, onListChanged);
  return client;
}

function negotiationOf(protocol: Protocol) {
  switch (protocol) {
    case 'auto':
    case 'legacy':
      return protocol;
    case 'modern':
      return { pin: MODERN };
    default:
      return protocol satisfies never;
  }
}

const MODERN = '2026-07-28';
/** A list of ten thousand tools in pages of twenty. */
const MOST_PAGES = 500;
/** A server that asks again and again, in the modern way, within one call. */
const MOST_ROUNDS = 10;
/** Of a server's own words in a line of the log. */
const MOST_LETTERS = 500;

function answerQuestions(client: Client, policy: Elicitation, log: Log): void {
  const pace = new PerMinute(MOST_QUESTIONS);
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const answer = answerElicitation(params, policy);
    const fields = { asked: truncate(params.message, MOST_LETTERS), answer: answer.action };
    if (pace.next().passes) log.info(fields, 'MCP server asks for input');
    return answer;
  });
}

/** That the log tells of in a minute. */
const MOST_QUESTIONS = 10;

/** Lets the SDK see what `inbound` admits. */
function watch(transport: Transport, client: Client, inbound: Inbound): void {
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set: (given: Transport['onmessage']) => {
      listener =
        given === undefined
          ? undefined
          : (message, extra) =>
              given(inbound.admit(message, client.getProtocolEra() === 'modern') as typeof message, extra);
    },
  });
}

/**
 * The answer to a server that asks the user for input. A gateway has no user: it declines, or it accepts the defaults of the
 * server's own form, where these answer all that is required.
 */
export function answerElicitation(params: ElicitRequest['params'], policy: Elicitation): ElicitResult {
  const form = policy === 'defaults' && 'requestedSchema' in params ? defaultsOf(params.requestedSchema) : undefined;
  return form === undefined ? { action: 'decline' } : { action: 'accept', content: form };
}

type Content = NonNullable<ElicitResult['content']>;

/** The defaults of a form, unless something that it requires has none. */
function defaultsOf(schema: unknown): Content | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined;
  const fields = Object.entries(schema.properties);
  const defaults = fields.flatMap(([name, field]) =>
    isRecord(field) && field.default !== undefined ? [[name, field.default] as const] : [],
  );
  const answered = new Set<unknown>(defaults.map(([name]) => name));
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return required.every((name) => answered.has(name)) ? (Object.fromEntries(defaults) as Content) : undefined;
}

/**
 * In the modern era a server announces changes on a separate stream, which may be refused, or end before the connection does.
 * This opens it again, and calls `onListChanged`, since changes may have been missed. Ends with the connection; never throws.
 */
export async function keepListening(client: Client, onListChanged: () => void, delays: Delays = DELAYS): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  let attempt = 1;
  while (client.transport !== undefined) {
    const since = performance.now();
    const subscription = await openStream(client);
    if (subscription !== undefined) {
      onListChanged(); // changes before this moment were not heard
      if ((await subscription.closed) === 'local') return;
    }
    attempt = performance.now() - since >= delays.longestDelayMs ? 2 : attempt + 1;
    await sleep(delayBefore(attempt, delays), undefined, { ref: false });
  }
}

const DELAYS: Delays = { baseDelayMs: 1_000, longestDelayMs: 60_000 };
/** For the server to say that it tells. */
const ACKNOWLEDGE_MS = 10_000;

async function openStream(client: Client): Promise<McpSubscription | undefined> {
  try {
    return await client.listen({ toolsListChanged: true }, { timeout: ACKNOWLEDGE_MS });
  } catch {
    return undefined; // it is tried again
  }
}
