import { type Client, ProtocolError, type Transport } from '@modelcontextprotocol/client';
import { type Definition, definitionOf, type Finding, type JsonObject } from './definitions.ts';
import type { Inbound } from './inbound.ts';
import { endingOf, isUnsent, Unsent } from './read-trouble.ts';
import type { CallOptions, Over, Session, ToolList } from './session.ts';
import { StdioTransport } from './stdio/index.ts';

/** A session over the SDK's client. */
export class SdkSession implements Session {
  readonly #client: Client;
  readonly #transport: Transport;
  readonly #inbound: Inbound;
  readonly #isModern: boolean;
  readonly title: string;
  readonly version: string;
  readonly over: Over;
  readonly ended: Promise<void>;
  #isOver = false;
  /** Why we ended it, where we did. */
  #closedFor: string | undefined;

  constructor(client: Client, transport: Transport, inbound: Inbound, over: Over) {
    this.#client = client;
    this.#transport = transport;
    this.#inbound = inbound;
    this.over = over;
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
    return this.#closedFor ?? endingOf(this.#transport) ?? 'the connection ended';
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
      if (!(error instanceof ProtocolError)) throw error; // a server that answers with an error is there
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

/** What is kept of it, where there is one. */
export function stderrOf(transport: Transport): string {
  return transport instanceof StdioTransport ? transport.stderr : '';
}
