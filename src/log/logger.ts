import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';
import { prettyLine } from './pretty.ts';
import { createRedactor, type Redactor } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Values that must appear nowhere, beside what is named like a secret. */
  readonly secrets: readonly string[];
  /** Where the lines go; stderr unless told. Never stdout: it may be carrying a protocol. */
  readonly stream?: LogStream;
  /** For people instead of programs; unless told, when the stream is a terminal. */
  readonly pretty?: boolean;
}

export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/** Fields and messages are redacted before pino sees them, so a hostile field can neither leak nor throw. */
export function createLogger(options: LoggerOptions): Logger {
  const redactor = createRedactor(options.secrets);
  const logger = pino(
    {
      level: options.level,
      base: null,
      timestamp,
      formatters: { level: (level) => ({ level }) },
      serializers: { err: (copied: unknown) => copied },
      hooks: {
        logMethod(given, write) {
          write.apply(this, redactGiven(given, redactor) as typeof given);
        },
        streamWrite: (line) => lastLook(line, redactor),
      },
    },
    destination(options),
  );
  return redactBindings(logger, redactor);
}

/** As pino's own, but a busy gateway writes many lines in one millisecond. */
function timestamp(): string {
  const nowMs = Date.now();
  if (nowMs !== toldMs) {
    toldMs = nowMs;
    told = `,"time":"${new Date(nowMs).toISOString()}"`;
  }
  return told;
}

let toldMs = 0;
let told = '';

/** Fields, message, and what the message interpolates. */
function redactGiven(given: readonly unknown[], redactor: Redactor): unknown[] {
  const [fields, ...rest] = given.map((part) => redactor.value(part));
  if (Error.isError(given[0])) {
    return [{ err: fields }, ...(rest.length > 0 ? rest : [redactor.value(given[0].message)])];
  }
  const unreadable = typeof given[0] === 'object' && typeof fields !== 'object';
  return unreadable ? [{ fields }, ...rest] : [fields, ...rest];
}

/** pino keeps a child's bindings as text, out of reach of the hooks above. */
function redactBindings(logger: Logger, redactor: Redactor): Logger {
  const child: (bindings: Bindings, options?: ChildLoggerOptions) => Logger = logger.child;
  const { setBindings } = logger;
  return Object.assign(logger, {
    child(this: Logger, bindings: Bindings, options?: ChildLoggerOptions) {
      return child.call(this, redactor.value(bindings) as Bindings, options);
    },
    setBindings(this: Logger, bindings: Bindings) {
      setBindings.call(this, redactor.value(bindings) as Bindings);
    },
  });
}

/** The net below: a configured secret that came into the line by another way, a prefix or a serialiser. */
function lastLook(line: string, redactor: Redactor): string {
  if (!redactor.holds(line)) return line;
  return `${JSON.stringify(redactor.value(JSON.parse(line)))}\n`;
}

function destination({ stream, pretty }: LoggerOptions): DestinationStream {
  const out: LogStream = stream ?? stderr();
  const terminal: LogStream = stream ?? process.stderr;
  const isTerminal = terminal.isTTY === true;
  if (!(pretty ?? isTerminal)) return { write: (line) => void out.write(line) };
  const colour = isTerminal && terminal.hasColors?.() === true;
  return { write: (line) => void out.write(prettyLine(line, colour)) };
}

/** Lines of one turn of the event loop go out together; what is a warning or worse goes at once, with all before it. */
function gathered(out: LogStream): LogStream {
  let waiting = '';
  const flush = (): void => {
    const lines = waiting;
    waiting = '';
    if (lines !== '') out.write(lines);
  };
  process.on('exit', flush);
  return {
    write(line) {
      if (waiting === '') setImmediate(flush);
      waiting += line;
      if (!UNHURRIED.test(line) || waiting.length > MOST_GATHERED) flush();
    },
  };
}

const UNHURRIED = /^\{"level":"(?:info|debug)"/;
const MOST_GATHERED = 64 * 1024;

/**
 * Synchronous, so that no line is lost at exit. A stderr that is closed loses lines, not the process; one that nobody reads
 * is waited for once, for a moment, and after that loses lines too until somebody reads again.
 */
function stderr(): LogStream {
  let stuckSince: number | undefined;
  const retryEAGAIN = (): boolean => {
    stuckSince ??= performance.now();
    return performance.now() - stuckSince < PATIENCE_MS;
  };
  const out = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING_BYTES, retryEAGAIN });
  out.on('write', (bytes: number) => {
    if (bytes > 0) stuckSince = undefined; // each retry says that it wrote nothing
  });
  out.on('error', () => {});
  return gathered(out);
}

const PATIENCE_MS = 500; // longer than a busy reader needs, shorter than a caller notices
const MOST_WAITING_BYTES = 4 * 1024 * 1024; // lines that cannot be written are dropped beyond this
