import type { Client, Transport } from '@modelcontextprotocol/client';
import type { Elicitation, Limits, Log, Progress, Protocol, Server } from '../core/index.ts';
import { openClient } from './client.ts';
import { type Definition, definitionOf, type Finding, type JsonObject } from './definitions.ts';
import {
  isAnswer,
  isClosed,
  isNegotiation,
  isOtherTransport,
  isOtherVersion,
  isUnsent,
  messageOf,
  Unsent,
} from './errors.ts';
import { httpTransport } from './http/index.ts';
import { Inbound } from './inbound.ts';
import { type Exit, type Junk, StdioTransport } from './stdio/index.ts';

/** What a session needs to know beside its server. */
export interface SessionOptions {
  readonly limits: Limits;
  readonly connectMs: number;
  readonly elicitation: Elicitation;
  readonly log: Log;
  readonly onJunk: (junk: Junk) => void;
  readonly onListChanged: () => void;
  /** With every message of the server. */
  readonly onHeard: () => void;
}

/** Tools as a server lists them now. */
export interface ToolList {
  readonly definitions: readonly Definition[];
  /** Left out, or changed on the way in. */
  readonly findings: readonly Finding[];
  /** How long the server says that the list stays as it is. */
  readonly freshMs?: number;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** One connection to a server, from its handshake to its end. Its methods throw what the SDK throws, a call also `Unsent`. */
export interface Session {
  /** What the server calls itself. */
  readonly title: string;
  readonly version: string;
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  readonly ended: Promise<void>;
  /** How it ended, as far as that is known by now. */
  end(): string;
  list(signal: AbortSignal): Promise<ToolList>;
  call(definition: Definition, args: JsonObject, options: CallOptions): Promise<unknown>;
  /** Is it there? */
  ping(signal: AbortSignal): Promise<void>;
  /** What is kept of its stderr. */
  stderr(): string;
  close(reason: string): Promise<void>;
}

/** How a session is opened: the real way, or a test's. Rejects with a ConnectError; nothing is left open then. */
export type OpenSession = (server: Server, options: SessionOptions, signal: AbortSignal) => Promise<Session>;

/** Why there is no connection, and what the server wrote to its stderr meanwhile. */
export class ConnectError extends Error {
  override readonly name = 'ConnectError';
  readonly stderr: string;

  constructor(message: string, stderr: string, cause: unknown) {
    super(message, { cause });
    this.stderr = stderr;
  }
}

export const openSession: OpenSession = async (server, options, signal) => {
  let first: ConnectError | undefined;
  for (const way of waysTo(server)) {
    const transport = transportOf(server, way, options);
    try {
      return await sessionOver(transport, way, options, signal);
    } catch (error) {
      await transport.close().catch(() => {});
      first ??= new ConnectError(reasonOf(error, transport), stderrOf(transport), error);
      if (signal.aborted || !leadsOn(error, way)) break;
    }
  }
  throw first;
};

/** In the handshake, how a program ended says more than that it did; and the SDK's own words stand before what happened. */
function reasonOf(error: unknown, transport: Transport): string {
  if (isClosed(error)) return `${endOf(transport)} before it answered`;
  const cause = isNegotiation(error) ? error.cause : error;
  return messageOf(cause instanceof Error ? cause : error);
}

/** How to reach a server, and what to speak there. */
interface Way {
  readonly over: 'stdio' | 'http' | 'sse';
  readonly protocol: Protocol;
}

/**
 * The ways to try, one after the other. A program is asked for the legacy era first: to probe for the modern one costs old
 * servers their life or a time-out, and nearly all are old. Over HTTP a probe costs a request.
 */
function waysTo({ transport, protocol }: Server): readonly Way[] {
  switch (transport) {
    case 'stdio':
      return (protocol === 'auto' ? (['legacy', 'modern'] as const) : [protocol]).map((era) => ({
        over: 'stdio',
        protocol: era,
      }));
    case 'http':
      return [{ over: 'http', protocol }];
    case 'sse':
      return [{ over: 'sse', protocol: 'legacy' }];
    case 'any':
      return [
        { over: 'http', protocol },
        ...(protocol === 'modern' ? [] : [{ over: 'sse', protocol: 'legacy' } as const]),
      ];
    default:
      return transport satisfies never;
  }
}

/** Whether the next way may succeed: the program answered and knows no such handshake; the address does not know `POST`. */
function leadsOn(error: unknown, { over }: Way): boolean {
  return over === 'stdio' ? isAnswer(error) || isOtherVersion(error) : isOtherTransport(error);
}

function transportOf(server: Server, { over }: Way, { limits, connectMs, onJunk, log }: SessionOptions): Transport {
  if (server.transport !== 'stdio') {
    return httpTransport(server, over === 'sse' ? 'sse' : 'http', { messageBytes: limits.messageBytes, connectMs });
  }
  const { messageBytes, stderrBytes } = limits;
  const onStderr = (lines: readonly string[]): void => {
    for (const line of lines) log.debug({ line }, 'MCP server writes to stderr');
  };
  return new StdioTransport(server, { messageBytes, stderrBytes, onJunk, onStderr });
}

async function sessionOver(
  transport: Transport,
  { protocol }: Way,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Session> {
  const inbound = new Inbound(options.limits, options.onHeard);
  const client = await openClient(transport, { ...options, protocol, inbound, signal });
  return new OpenedSession(client, transport, inbound);
}

class OpenedSession implements Session {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #inbound: Inbound;
  readonly #isModern: boolean;
  readonly title: string;
  readonly version: string;
  readonly ended: Promise<void>;
  #isOver = false;
  /** Why we ended it, where we did. */
  #closedFor: string | undefined;

  constructor(client: Client, transport: Transport, inbound: Inbound) {
    this.#client = client;
    this.#transport = transport;
    this.#inbound = inbound;
    this.#isModern = client.getProtocolEra() === 'modern';
    const { name = '', version = '' } = client.getServerVersion() ?? {};
    this.title = `${name} ${version}`.trim();
    this.version = client.getNegotiatedProtocolVersion() ?? '';
    this.ended = new Promise((resolve) => {
      client.onclose = () => {
        this.#isOver = true;
        resolve();
      };
      if (client.transport === undefined) client.onclose(); // it ended within the handshake's last moment
    });
  }

  end(): string {
    return this.#closedFor ?? endOf(this.#transport);
  }

  async list(signal: AbortSignal): Promise<ToolList> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return { definitions: [], findings: [] };
    const findings: Finding[] = [];
    this.#inbound.lists.begin((finding) => findings.push(finding));
    const listed = await this.#client.listTools(undefined, { signal, timeout: LONGEST_MS, cacheMode: 'bypass' });
    const { ttlMs } = listed as { ttlMs?: unknown };
    return {
      definitions: listed.tools.map(definitionOf),
      findings,
      ...(this.#isModern && typeof ttlMs === 'number' && ttlMs > 0 ? { freshMs: ttlMs } : {}),
    };
  }

  async call(definition: Definition, args: JsonObject, options: CallOptions): Promise<unknown> {
    const roundsBefore = this.#inbound.inputRounds;
    try {
      return await this.#send(definition, args, options);
    } catch (error) {
      // In the modern era a call is several requests. Once the server has asked for input, it had the first of them.
      throw isUnsent(error) && this.#inbound.inputRounds === roundsBefore ? new Unsent(error) : error;
    }
  }

  #send({ name, schema }: Definition, args: JsonObject, { signal, onProgress }: CallOptions): Promise<unknown> {
    const params = { name, arguments: args };
    // The executor knows how long a call may take, and says so by the signal.
    const options = { signal, timeout: LONGEST_MS, onprogress: onProgress };
    if (!this.#isModern) return this.#client.request({ method: 'tools/call', params }, ANY_RESULT, options);
    // The definition tells the SDK which arguments travel as headers too. Answers are checked by the executor.
    const toolDefinition = { name, inputSchema: { ...schema, type: 'object' as const } };
    return this.#client.callTool(params, { ...options, toolDefinition });
  }

  async ping(signal: AbortSignal): Promise<void> {
    const options = { signal, timeout: LONGEST_MS };
    try {
      await (this.#isModern ? this.#client.discover(options) : this.#client.ping(options));
    } catch (error) {
      if (!isAnswer(error)) throw error; // a server that refuses is there
    }
  }

  stderr(): string {
    return stderrOf(this.#transport);
  }

  close(reason: string): Promise<void> {
    if (!this.#isOver) this.#closedFor ??= reason;
    return this.#client.close();
  }
}

/** As long as a timer of Node can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** The SDK's own schema refuses an answer for one block that it does not know; the executor reads any. */
const ANY_RESULT = {
  '~standard': {
    version: 1,
    vendor: 'toolpath',
    validate: (value: unknown) => ({ value }),
  },
} as const;

function stderrOf(transport: Transport): string {
  return transport instanceof StdioTransport ? transport.stderr : '';
}

function endOf(transport: Transport): string {
  return transport instanceof StdioTransport ? endOfProgram(transport.exit) : 'the connection ended';
}

function endOfProgram(exit: Exit | undefined): string {
  if (exit === undefined) return 'the connection ended';
  return exit.signal === null ? `the program ended with code ${exit.code}` : `the program was ended by ${exit.signal}`;
}
