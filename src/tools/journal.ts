import { type Block, type Log, type Note, type Outcome, type Progress, truncate } from '../core/index.ts';
import type { Redactor } from '../log/index.ts';
import type { Run } from './run.ts';

/** What the executor writes to the log: one line for every call, and one more for what needs attention. */
export class Journal {
  readonly #log: Log;
  readonly #redactor: Redactor;
  readonly #slowMs: number;

  constructor(log: Log, redactor: Redactor, slowMs: number) {
    this.#log = log;
    this.#redactor = redactor;
    this.#slowMs = slowMs;
  }

  /** Before the tool runs, because a tool may change the arguments it is given. */
  remember(run: Run): void {
    this.#safely(() => this.#remember(run));
  }

  /** `cause` is what the tool threw, for the log alone: the caller gets words, not stacks. */
  write(run: Run, outcome: Outcome, cause: unknown): void {
    this.#safely(() => this.#write(run, outcome, cause));
  }

  /** What a tool says of its progress while it runs; a line a second and no more. */
  progress(run: Run, said: Progress | undefined, nowMs: number): void {
    if (nowMs - run.toldAtMs < PROGRESS_MS) return;
    run.toldAtMs = nowMs;
    this.#safely(() => this.#writeProgress(run, said));
  }

  #remember(run: Run): void {
    if (this.#isOff('info')) return;
    run.logged = this.#show(run);
  }

  #write(run: Run, outcome: Outcome, cause: unknown): void {
    const renamed = run.notes.filter((note) => note.kind === 'renamed');
    if (renamed.length > 0) this.#logRename(run, renamed);
    const fields = {
      ...run.labels,
      tool: outcome.tool,
      callId: outcome.callId,
      durationMs: outcome.durationMs,
    };
    if (outcome.status === 'ok') {
      if (!this.#isOff('info'))
        this.#log.info({ ...fields, arguments: run.logged, result: preview(outcome.content) }, 'tool executed');
    } else {
      const level = LEVELS[outcome.failure.kind];
      if (!this.#isOff(level)) {
        const shown = run.logged ?? this.#show(run);
        const failure = { failure: outcome.failure.kind, arguments: shown, result: preview(outcome.content) };
        this.#log[level](
          { ...fields, ...failure, ...(cause === undefined ? {} : { err: this.#redactor.value(cause) }) },
          MESSAGES[outcome.failure.kind],
        );
      }
    }
    if (outcome.durationMs > this.#slowMs) this.#log.warn({ ...fields, slowMs: this.#slowMs }, 'slow tool');
  }

  #writeProgress({ labels, call }: Run, said: Progress | undefined): void {
    if (this.#isOff('info')) return;
    this.#log.info({ ...labels, tool: call.name, callId: call.id, ...said }, 'tool progress');
  }

  /** What is not JSON is not shown: whatever secrets it holds stand under names that nobody can read. */
  #show({ decoded, args }: Run): unknown {
    return decoded.ok ? this.#redactor.value(args) : '[not JSON]';
  }

  #logRename(run: Run, renamed: readonly Extract<Note, { kind: 'renamed' }>[]): void {
    const before = renamed.map(({ from }) => from).join(', ');
    const after = renamed.map(({ to }) => to).join(', ');
    this.#log.info({ tool: run.call.name, callId: run.call.id, before, after }, 'parameters renamed');
  }

  /** A log that breaks must not break the call. */
  #safely(write: () => void): void {
    try {
      write();
    } catch {
      // There is nobody left to tell.
    }
  }

  #isOff(level: Level): boolean {
    return this.#log.isLevelEnabled?.(level) === false;
  }
}

type Level = 'info' | 'warn' | 'error';

const LEVELS = {
  'unknown-tool': 'warn',
  gone: 'warn',
  'bad-arguments': 'warn',
  'bad-schema': 'warn',
  denied: 'warn',
  unavailable: 'error',
  timeout: 'error',
  overloaded: 'warn',
  cancelled: 'info',
  'nested-too-deep': 'warn',
  'tool-error': 'error',
  reported: 'warn',
} as const;

const MESSAGES = {
  'unknown-tool': 'unknown tool',
  gone: 'tool is gone',
  'bad-arguments': 'tool arguments refused',
  'bad-schema': 'tool has no usable schema',
  denied: 'tool call denied',
  unavailable: 'tool unavailable',
  timeout: 'tool timed out',
  overloaded: 'tool call not started: too many at once',
  cancelled: 'tool call cancelled',
  'nested-too-deep': 'tool call not started: nested too deep',
  'tool-error': 'tool failed',
  reported: 'tool reported an error',
} as const;

const PREVIEW_LENGTH = 200;
const PROGRESS_MS = 1_000;

function preview(content: readonly Block[]): string {
  const [first] = content;
  if (first === undefined) return '';
  const text =
    first.type === 'text' ? first.text : first.type === 'json' ? JSON.stringify(first.value) : `[${first.type}]`;
  return truncate(text, PREVIEW_LENGTH, '…');
}
