import { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger, pino } from 'pino';
import { prettyLine } from './pretty.ts';
import { createRedactor, type Redactor } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LoggerOptions {
  readonly level: LogLevel;
  /** Values that must not appear in any line. Values under secret-like names are hidden as well. */
  readonly secrets: readonly string[];
  /** The output; stderr by default. Never pass stdout, because it may carry a protocol. */
  readonly stream?: LogStream;
  /** True to write lines for people instead of JSON. By default true if the stream is a terminal. */
  readonly pretty?: boolean;
}

export interface LogStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  hasColors?(): boolean;
}

/** Creates a logger that redacts fields and messages before pino sees them, so that a hostile field can neither leak nor throw. */
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
        streamWrite: (line) => redactLine(line, redactor),
      },
    },
    destination(options),
  );
  return redactBindings(logger, redactor);
}

/** Writes the time like pino, but formats it only once per millisecond: a busy gateway writes many lines in that time. */
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

/** Redacts the arguments of a log call: fields, message and interpolated values. */
function redactGiven(given: readonly unknown[], redactor: Redactor): unknown[] {
  const [fields, ...rest] = given.map((part) => redactor.value(part));
  if (Error.isError(given[0])) {
    return [{ err: fields }, ...(rest.length > 0 ? rest : [redactor.value(given[0].message)])];
  }
  const unreadable = typeof given[0] === 'object' && typeof fields !== 'object';
  return unreadable ? [{ fields }, ...rest] : [fields, ...rest];
}

/** Redacts the bindings of child loggers, which pino stores as text that the hooks above do not see. */
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

/** Last check: removes a configured secret that reached the line by another way, such as a prefix or a serialiser. */
function redactLine(line: string, redactor: Redactor): string {
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

/** Buffers the lines of one event-loop turn. A warning or an error is written at once, with all lines before it. */
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
 * Writes to stderr synchronously, so that no line is lost at exit. If stderr is closed, lines are dropped and the process
 * continues. If nothing reads stderr, the logger waits once for a moment, then drops lines until it is read again.
 */
function stderr(): LogStream {
  let stuckSince: number | undefined;
  const retryEAGAIN = (): boolean => {
    stuckSince ??= performance.now();
    return performance.now() - stuckSince < PATIENCE_MS;
  };
  const out = pino.destination({ dest: 2, sync: true, maxLength: MOST_WAITING_BYTES, retryEAGAIN });
  out.on('write', (bytes: number) => {
    if (bytes > 0) stuckSince = undefined; // each retry reports 0 written bytes
  });
  out.on('error', () => {});
  return gathered(out);
}

const PATIENCE_MS = 500; // longer than a busy reader needs, too short for a caller to notice
const MOST_WAITING_BYTES = 4 * 1024 * 1024; // further lines are dropped if this much waits to be written
