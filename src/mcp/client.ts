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

/** Opens the SDK's client over this transport and completes the handshake. */
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
  client.onerror = (error) =>
    log.debug({ reason: truncate(error.message, MAX_CHARACTERS) }, 'The MCP SDK reported an error.');
  // The SDK's own list refresh is not used: its debounce restarts with every notification of a chatty server.
  client.setNotificationHandler('notifications/tools/list_changed', onListChanged);
  client.setNotificationHandler('notifications/message', ({ params }) => {
    if (log.isLevelEnabled?.('debug') === false) return;
    const said = truncate(JSON.stringify(params.data ?? null), MAX_CHARACTERS);
    log.debug({ level: params.level, said }, 'The MCP server sent a log message.');
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
/** Maximum pages of a tool list: enough for ten thousand tools in pages of twenty. */
const MOST_PAGES = 500;
/** Maximum number of times that a server of the modern era may ask for input within one call. */
const MOST_ROUNDS = 10;
/** Maximum characters of a server's text in one log line. */
const MAX_CHARACTERS = 500;

function answerQuestions(client: Client, policy: Elicitation, log: Log): void {
  const pace = new PerMinute(MOST_QUESTIONS);
  client.setRequestHandler('elicitation/create', ({ params }) => {
    const answer = answerElicitation(params, policy);
    const fields = { asked: truncate(params.message, MAX_CHARACTERS), answer: answer.action };
    if (pace.next().passes) log.info(fields, 'The MCP server asked for user input.');
    return answer;
  });
}

/** Maximum input requests logged per minute and server. */
const MOST_QUESTIONS = 10;

/** Passes every message from the server through `inbound.admit` before the SDK sees it. */
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
 * Returns the answer to a server that asks the user for input. A gateway has no user, so it declines. With the policy
 * "defaults" it submits the form's default values if they cover every required field.
 */
export function answerElicitation(params: ElicitRequest['params'], policy: Elicitation): ElicitResult {
  const form = policy === 'defaults' && 'requestedSchema' in params ? defaultsOf(params.requestedSchema) : undefined;
  return form === undefined ? { action: 'decline' } : { action: 'accept', content: form };
}

type Content = NonNullable<ElicitResult['content']>;

/** Returns the default values of a form, or undefined if a required field has no default. */
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
 * Keeps a server's change notifications open. In the modern era they arrive on a separate stream, which the server may refuse
 * or end before the connection ends. This function reopens the stream, and calls `onListChanged` after each opening, because
 * changes may have been missed. It returns when the connection ends, and never throws.
 */
export async function keepListening(client: Client, onListChanged: () => void, delays: Delays = DELAYS): Promise<void> {
  if (client.getProtocolEra() !== 'modern' || client.getServerCapabilities()?.tools?.listChanged !== true) return;
  let attempt = 1;
  while (client.transport !== undefined) {
    const since = performance.now();
    const subscription = await openStream(client);
    if (subscription !== undefined) {
      onListChanged(); // changes before this moment sent no notification
      if ((await subscription.closed) === 'local') return;
    }
    attempt = performance.now() - since >= delays.longestDelayMs ? 2 : attempt + 1;
    await sleep(delayBefore(attempt, delays), undefined, { ref: false });
  }
}

const DELAYS: Delays = { baseDelayMs: 1_000, longestDelayMs: 60_000 };
/** Maximum wait for the server to confirm the subscription. */
const ACKNOWLEDGE_MS = 10_000;

async function openStream(client: Client): Promise<McpSubscription | undefined> {
  try {
    return await client.listen({ toolsListChanged: true }, { timeout: ACKNOWLEDGE_MS });
  } catch {
    return undefined; // the caller retries
  }
}
