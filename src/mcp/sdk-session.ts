import { type Client, ProtocolError, type Transport } from '@modelcontextprotocol/client';
import { endingOf, isUnsent, Unsent } from './classify-error.ts';
import { type Definition, definitionOf, type Finding, type JsonObject } from './definitions.ts';
import type { Inbound } from './inbound.ts';
import type { CallOptions, Over, Session, ToolList } from './session.ts';
import { StdioTransport } from './stdio/index.ts';

/** Session that uses the MCP SDK's client. */
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
  /** The reason given to `close`, if we ended the session. */
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
      if (client.transport === undefined) client.onclose(); // the connection ended just after the handshake
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
      // In the modern era a call can take several requests. If the server has asked for input, it received the first one.
      throw isUnsent(error) && this.#inbound.inputRounds === roundsBefore ? new Unsent(error) : error;
    }
  }

  #send({ name, schema }: Definition, args: JsonObject, { signal, onProgress }: CallOptions): Promise<unknown> {
    const params = { name, arguments: args };
    // The executor enforces the time limit through the signal.
    const options = { signal, timeout: LONGEST_MS, onprogress: onProgress };
    if (!this.#isModern) return this.#client.request({ method: 'tools/call', params }, ANY_RESULT, options);
    // The SDK reads from the definition which arguments it must also send as headers. The executor checks the result.
    const toolDefinition = { name, inputSchema: { ...schema, type: 'object' as const } };
    return this.#client.callTool(params, { ...options, toolDefinition });
  }

  async ping(signal: AbortSignal): Promise<void> {
    const options = { signal, timeout: LONGEST_MS };
    try {
      await (this.#isModern ? this.#client.discover(options) : this.#client.ping(options));
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error; // an error answer proves that the server is alive
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

/** The longest delay of a Node timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Accepts any result. The SDK's own schema rejects a result for one unknown block; the executor can read any block. */
const ANY_RESULT = {
  '~standard': {
    version: 1,
    vendor: 'toolpath',
    validate: (value: unknown) => ({ value }),
  },
} as const;

/** Returns the kept stderr output of a stdio server, or an empty string for other transports. */
export function stderrOf(transport: Transport): string {
  return transport instanceof StdioTransport ? transport.stderr : '';
}
