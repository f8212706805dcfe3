import { type Connecting, defaultLimits, type Server, type Tool } from '../../src/core/index.ts';
import { classifyError } from '../../src/mcp/classify-error.ts';
import { type Definition, definitionOf } from '../../src/mcp/definitions.ts';
import { ConnectError } from '../../src/mcp/server-problem.ts';
import type { OpenSession, Session, SessionOptions } from '../../src/mcp/session.ts';

export const connecting: Connecting = {
  attempts: 3,
  baseDelayMs: 2_000,
  longestDelayMs: 300_000,
  connectMs: 30_000,
  firstConnectMs: 180_000,
  waitMs: 5_000,
  firstListMs: 30_000,
  pingMs: 30_000,
  elicitation: 'decline',
};

export const limits = defaultLimits;

/** Returns a server as the settings give it, with defaults for everything except `said`. */
export function serverOf(said: Partial<Server> = {}): Server {
  const head = {
    disabled: false,
    always: [],
    excludeTools: [],
    rename: {},
    protocol: 'auto' as const,
  };
  return { transport: 'stdio', command: 'some-server', args: [], env: {}, ...head, ...said } as Server;
}

export function definition(name: string, description = 'd'): Definition {
  return definitionOf({ name, description, inputSchema: { type: 'object' } });
}

/** A session whose behaviour the test sets. `die` ends it. */
export class ScriptedSession implements Session {
  readonly title = 'scripted 1';
  readonly over = 'stdio';
  readonly version = '2025-11-25';
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  #reason = '';
  readonly calls: string[] = [];
  isClosed = false;
  names: readonly string[] = ['echo'];
  onList: () => Promise<void> | void = () => {};
  onCall: Session['call'] = async ({ name }) => ({ content: [{ type: 'text', text: name }] });
  onPing: (signal: AbortSignal) => Promise<void> = async () => {};
  freshMs: number | undefined;

  async list() {
    await this.onList();
    const definitions = this.names.map((name) => definition(name));
    return { definitions, findings: [], ...(this.freshMs === undefined ? {} : { freshMs: this.freshMs }) };
  }

  call: Session['call'] = (...given) => {
    this.calls.push(given[0].name);
    return this.onCall(...given);
  };

  ping(signal: AbortSignal): Promise<void> {
    return this.onPing(signal);
  }

  stderr(): string {
    return 'its last words';
  }

  async close(reason: string): Promise<void> {
    this.isClosed = true;
    this.die(reason);
  }

  die(reason: string): void {
    this.#reason ||= reason;
    this.#ended.resolve();
  }

  end(): string {
    return this.#reason;
  }
}

/** Returns an `open` function that gives these sessions or throws these errors in order, and then repeats the last one. */
export function opening(...row: (ScriptedSession | Error)[]) {
  const opened: { readonly atMs: number; readonly options: SessionOptions }[] = [];
  const open: OpenSession = async (_server, options) => {
    const next = row[Math.min(opened.length, row.length - 1)];
    opened.push({ atMs: Date.now(), options });
    if (next instanceof Error) throw new ConnectError(classifyError(next), 'words on stderr', next);
    if (next === undefined) throw new Error('nothing to open');
    return next;
  };
  return { open, opened };
}

export function namesOf(tools: readonly Tool[]): string[] {
  return tools.map(({ name }) => name);
}
