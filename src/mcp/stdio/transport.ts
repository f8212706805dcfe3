import { type JSONRPCMessage, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { connectionClosed, notConnected, type Telling } from '../read-trouble.ts';
import { settledWithin } from '../waiting.ts';
import { Brake } from './brake.ts';
import { beginning, KeptText } from './kept-text.ts';
import { type LineEvent, Lines } from './lines.ts';
import { errorAnswer, lostAnswer } from './lost-answer.ts';
import { type Junk, readLine } from './message.ts';
import { closedWithin, type Exit, type Pipes, type Program, ServerProcess } from './process.ts';

export interface StdioOptions {
  /** A longer line is dropped and reported; nor does more than this wait to be read by the server. */
  readonly messageBytes: number;
  readonly stderrBytes: number;
  readonly onJunk: (junk: Junk) => void;
  /** Whole lines as they arrive; long ones are cut. */
  readonly onStderr?: (lines: readonly string[]) => void;
}

/**
 * Speaks with a program that is started for it, a message a line. Junk on its stdout is reported and survived; its
 * stderr is read from the first byte on, apart from stdout. The connection ends when the program does, even where
 * something that it started still holds its pipes, and takes that with it. For one connection only.
 */
export class StdioTransport implements Transport, Telling {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #program: Program;
  readonly #options: StdioOptions;
  readonly #lines: Lines;
  readonly #stderr: KeptText;
  readonly #stderrLines = new Lines(STDERR_LINE_BYTES);
  #process: ServerProcess | undefined;
  /** Settles when what the program wrote before it ended has been read. */
  #lastWords: Promise<void> | undefined;
  #isClosing = false;
  #isOver = false;

  constructor(server: Program, options: StdioOptions) {
    this.#program = server;
    this.#options = options;
    this.#lines = new Lines(options.messageBytes);
    this.#stderr = new KeptText(options.stderrBytes);
  }

  /** Rejects with words that say what to do, and the system's `code`. */
  async start(): Promise<void> {
    if (this.#process !== undefined) throw new Error('a transport is started once');
    if (this.#isClosing) throw notConnected('the connection was closed before it began');
    const process = new ServerProcess(this.#program);
    this.#process = process;
    if (process.pipes !== undefined) this.#listen(process, process.pipes);
    await process.started;
  }

  /** Resolves when the system has taken the message. Rejects as not connected where it has taken nothing of it. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.pipes?.stdin;
    if (this.#isClosing) throw notConnected('the connection is closed');
    if (stdin === undefined || this.pid === null) throw notConnected('the server is not running');
    if (!stdin.writable) throw await this.#deaf(notConnected);
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    this.#refuseFlood(line.length, stdin.writableLength);
    const written = Promise.withResolvers<void>();
    stdin.write(line, (error) => (error ? written.reject(error) : written.resolve()));
    const isRefused = stdin.errored !== null; // at once: a write that fails later may have been taken in part
    await written.promise.catch(async (error: unknown) => {
      throw await this.#deaf(isRefused ? notConnected : connectionClosed, error);
    });
  }

  /** Resolves when the program is gone, and all that it started. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#process?.stop();
    if (this.#process?.pid === null) await this.#lastWords;
    this.#finish();
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** The first and the last of what stood there. With `pid` it tells the SDK that this is a process. */
  get stderr(): string {
    return this.#stderr.text;
  }

  get exit(): Exit | undefined {
    return this.#process?.exit;
  }

  get ending(): string | undefined {
    if (this.exit === undefined) return undefined;
    const { code, signal } = this.exit;
    return signal === null ? `the program ended with code ${code}` : `the program was ended by ${signal}`;
  }

  #listen(process: ServerProcess, { stdin, stdout, stderr }: Pipes): void {
    const junkBrake = new Brake(stdout, JUNK_LINES);
    const stderrBrake = new Brake(stderr, STDERR_BYTES);
    for (const pipe of [stdin, stdout, stderr]) pipe.on('error', (error) => this.#report(error));
    stdin.on('error', () => void this.close()); // a server that cannot hear is lost, even if it lives on
    stdout.on('data', (chunk: Buffer) => junkBrake.spend(this.#take(this.#lines.push(chunk))));
    stderr.on('data', (chunk: Buffer) => {
      stderrBrake.spend(chunk.length);
      this.#stderr.push(chunk);
      this.#hear(this.#stderrLines.push(chunk));
    });
    const readOut = async () => {
      await process.gone;
      junkBrake.release();
      stderrBrake.release();
      await closedWithin([stdout, stderr], LAST_WORDS_MS);
      this.#finish();
    };
    // A program that never started has no end either: `start` tells, and `close` closes.
    void process.started.then(
      () => {
        this.#lastWords = readOut();
      },
      () => {},
    );
  }

  /** Hands messages on, and reports the rest. How many lines were junk. */
  #take(events: readonly LineEvent[]): number {
    let junkLines = 0;
    for (const event of events) {
      if (this.#isOver) break;
      const { messages, junk } = event.kind === 'line' ? readLine(event.text) : TOO_LONG;
      for (const message of messages) this.#deliver(message);
      if (junk === undefined) continue;
      junkLines++;
      this.#refuse(event, junk);
    }
    return junkLines;
  }

  #refuse(event: LineEvent, kind: Junk['kind']): void {
    const [head, tail] = event.kind === 'line' ? edgesOf(event.text) : [event.head, event.tail];
    const junk = { kind, text: beginning(head, JUNK_CHARACTERS), bytes: event.bytes };
    this.#options.onJunk(junk);
    const id = lostAnswer(head, tail);
    if (id !== undefined) this.#deliver(errorAnswer(id, junk, this.#options.messageBytes));
  }

  /** A handler that fails on one message must not keep the next from being read. */
  #deliver(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.#report(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #hear(events: readonly LineEvent[]): void {
    if (this.#options.onStderr === undefined || events.length === 0 || this.#isOver) return;
    this.#options.onStderr(events.map((event) => (event.kind === 'line' ? event.text : `${event.head}…`)));
  }

  #refuseFlood(bytes: number, waitingBytes: number): void {
    const { messageBytes } = this.#options;
    if (waitingBytes + bytes <= messageBytes + SLACK_BYTES) return;
    throw new SdkError(
      SdkErrorCode.SendFailed,
      waitingBytes === 0
        ? `the message has ${bytes} bytes, more than the ${messageBytes} that are sent (limits.messageBytes)`
        : `the server does not read its input: ${waitingBytes} bytes wait for it already`,
    );
  }

  /** A program that crashes closes its input shortly before it exits, so this waits briefly for the exit reason. */
  async #deaf(fail: (message: string, cause?: unknown) => SdkError, cause?: unknown): Promise<SdkError> {
    if (this.#process !== undefined) await settledWithin(this.#process.gone, CRASH_MS);
    return fail(DEAF, cause);
  }

  #report(error: Error): void {
    if (!this.#isClosing && !this.#isOver) this.onerror?.(error);
  }

  /** Lets go of the pipes too: whoever still holds their other ends would keep this process busy. */
  #finish(): void {
    if (this.#isOver) return;
    this.#take(this.#lines.end());
    this.#hear(this.#stderrLines.end());
    this.#isOver = true;
    const { stdin, stdout, stderr } = this.#process?.pipes ?? {};
    for (const pipe of [stdin, stdout, stderr]) pipe?.destroy();
    this.onclose?.();
  }
}

/** How the whole of a line is shown that was kept: as one is that was not. */
function edgesOf(text: string): readonly [head: string, tail: string] {
  return [text.slice(0, EDGE_CHARACTERS), text.slice(-EDGE_CHARACTERS)];
}

const DEAF = 'the server has closed its input';
const CRASH_MS = 100;

const TOO_LONG = { messages: [], junk: 'too-long' } as const;

/** Of junk that is shown: a line or two of a terminal. */
const JUNK_CHARACTERS = 500;
const EDGE_CHARACTERS = 4 * 1024;
const STDERR_LINE_BYTES = 4 * 1024;
/** A pipe holds some, and answers to the server's own requests may cross a large message. */
const SLACK_BYTES = 1024 * 1024;
/** What is left to be read when a program has ended is in its pipes already. */
const LAST_WORDS_MS = 100;
/** Within 10 ms, before the pipe is left alone for as long: 200,000 lines, or 100 MB, a second. */
const JUNK_LINES = 2_000;
const STDERR_BYTES = 1024 * 1024;
