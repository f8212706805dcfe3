import { Client, type Transport } from '@modelcontextprotocol/client';
import { type Elicitation, type Log, type Protocol, truncate } from '../core/index.ts';
import { version } from '../version.ts';
import { answerElicitation } from './elicitation.ts';
import type { Inbound } from './inbound.ts';
import { keepListening } from './listening.ts';
import { PerMinute } from './per-minute.ts';

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
