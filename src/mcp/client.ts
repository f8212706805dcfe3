import { Client, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/client';
import { type Elicitation, isRecord, type Log, type Protocol } from '../core/index.ts';
import { version } from '../version.ts';
import { answerElicitation } from './elicitation.ts';
import { keepListening } from './listening.ts';

export interface ClientOptions {
  readonly protocol: Protocol;
  readonly elicitation: Elicitation;
  readonly connectMs: number;
  readonly log: Log;
  readonly onListChanged: () => void;
  /** What the SDK may see of a message. */
  readonly admit: (message: JSONRPCMessage) => JSONRPCMessage;
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
      // Refreshed and calmed by the connection: the SDK's own wait begins anew with every word of a chatty server.
      listChanged: { tools: { autoRefresh: false, debounceMs: 0, onChanged: onListChanged } },
    },
  );
  client.onerror = (error) => log.debug({ reason: error.message.slice(0, MOST_LETTERS) }, 'MCP server: odd message');
  client.setNotificationHandler('notifications/message', ({ params }) => {
    log.debug(
      { level: params.level, said: JSON.stringify(params.data ?? null).slice(0, MOST_LETTERS) },
      'MCP server says',
    );
  });
  if (elicitation !== 'off') {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      const answer = answerElicitation(params, elicitation);
      log.info({ asked: params.message.slice(0, MOST_LETTERS), answer: answer.action }, 'MCP server asks for input');
      return answer;
    });
  }
  const isModern = () => client.getProtocolEra() === 'modern';
  watch(transport, (message) => options.admit(isModern() ? asComplete(message) : message));
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

/** A result that does not say what it is counts as complete: so MCP tells its clients, and the SDK refuses it. */
function asComplete(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !isRecord(message.result) || message.result.resultType !== undefined) return message;
  return { ...message, result: { ...message.result, resultType: 'complete' } };
}

/** Puts `admit` before whoever listens to the transport. */
function watch(transport: Transport, admit: ClientOptions['admit']): void {
  let listener: Transport['onmessage'];
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => listener,
    set: (given: Transport['onmessage']) => {
      listener = given === undefined ? undefined : (message, extra) => given(admit(message) as typeof message, extra);
    },
  });
}
