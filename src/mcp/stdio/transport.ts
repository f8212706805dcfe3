import { type JSONRPCMessage, SdkError, SdkErrorCode, type Transport } from '@modelcontextprotocol/client';
import { connectionClosed, notConnected, type Telling } from '../classify-error.ts';
import { settledWithin } from '../waiting.ts';
import { Brake } from './brake.ts';
import { beginning, KeptText } from './kept-text.ts';
import { type LineEvent, Lines } from './lines.ts';
import { errorAnswer, lostAnswer } from './lost-answer.ts';
import { type Junk, readLine } from './message.ts';
import { closedWithin, type Exit, type Pipes, type Program, ServerProcess } from './process.ts';

export interface StdioOptions {
  /** Maximum bytes of a line from the server; longer lines are dropped and reported. Also limits the bytes queued for sending. */
  readonly messageBytes: number;
  readonly stderrBytes: number;
  readonly onJunk: (junk: Junk) => void;
  /** Called with complete lines as they arrive; long lines are truncated. */
  readonly onStderr?: (lines: readonly string[]) => void;
}

/**
 * Starts a program and exchanges messages with it, one message per line. Junk on stdout is reported and skipped. Stderr is
 * read from its first byte, separately from stdout. The connection ends when the program exits, even if a process that it
 * started still holds its pipes; such processes are ended too. A transport serves one connection only.
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
  /** Resolves when the output that the program wrote before it exited has been read. */
  #lastWords: Promise<void> | undefined;
  #isClosing = false;
  #isOver = false;

  constructor(server: Program, options: StdioOptions) {
    this.#program = server;
    this.#options = options;
    this.#lines = new Lines(options.messageBytes);
    this.#stderr = new KeptText(options.stderrBytes);
  }

  /** Starts the program. Rejects with a TroubleError if it cannot be started. */
  async start(): Promise<void> {
    if (this.#process !== undefined) throw new Error('A transport can be started only once.');
    if (this.#isClosing) throw notConnected('the connection was closed before it started');
    const process = new ServerProcess(this.#program);
    this.#process = process;
    if (process.pipes !== undefined) this.#listen(process, process.pipes);
    await process.started;
  }

  /** Resolves when the message is written. Rejects with NotConnected if certainly nothing of the message was written. */
  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.pipes?.stdin;
    if (this.#isClosing) throw notConnected('the connection is closed');
    if (stdin === undefined || this.pid === null) throw notConnected('the server is not running');
    if (!stdin.writable) throw await this.#deaf(notConnected);
    const line = Buffer.from(`${JSON.stringify(message)}\n`);
    this.#refuseFlood(line.length, stdin.writableLength);
    const written = Promise.withResolvers<void>();
    stdin.write(line, (error) => (error ? written.reject(error) : written.resolve()));
    const isRefused = stdin.errored !== null; // failed synchronously: a later failure may follow a partial write
    await written.promise.catch(async (error: unknown) => {
      throw await this.#deaf(isRefused ? notConnected : connectionClosed, error);
    });
  }

  /** Stops the program. Resolves when the program and the processes that it started are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#process?.stop();
    if (this.#process?.pid === null) await this.#lastWords;
    this.#finish();
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** The beginning and the end of the stderr output. The SDK recognizes a process by this property and `pid`. */
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
    stdin.on('error', () => void this.close()); // a server whose input is closed is useless, even if it keeps running
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
    // A program that never started has no exit: `start` rejects, and `close` finishes the transport.
    void process.started.then(
      () => {
        this.#lastWords = readOut();
      },
      () => {},
    );
  }

  /** Delivers messages and reports junk. Returns the number of junk lines. */
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

  /** Passes a message to the handler. If the handler throws, the error is reported and reading continues. */
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
        ? `the message has ${bytes} bytes, but the limit is ${messageBytes} (limits.messageBytes)`
        : `the server does not read its input: ${waitingBytes} bytes are already queued`,
    );
  }

  /**
   * Returns the error for a message that could not be written. A crashing program closes its input shortly before it exits,
   * so this waits briefly for the exit reason.
   */
  async #deaf(fail: (message: string, cause?: unknown) => SdkError, cause?: unknown): Promise<SdkError> {
    if (this.#process !== undefined) await settledWithin(this.#process.gone, CRASH_MS);
    return fail(DEAF, cause);
  }

  #report(error: Error): void {
    if (!this.#isClosing && !this.#isOver) this.onerror?.(error);
  }

  /** Ends the connection and destroys the pipes: a process that holds the other ends would keep this process alive. */
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

/** Returns the beginning and the end of a line, as `Lines` gives them for a line that is too long. */
function edgesOf(text: string): readonly [head: string, tail: string] {
  return [text.slice(0, EDGE_CHARACTERS), text.slice(-EDGE_CHARACTERS)];
}

const DEAF = 'the server has closed its input';
const CRASH_MS = 100;

const TOO_LONG = { messages: [], junk: 'too-long' } as const;

/** Maximum characters of junk in a report. */
const JUNK_CHARACTERS = 500;
const EDGE_CHARACTERS = 4 * 1024;
const STDERR_LINE_BYTES = 4 * 1024;
/** Extra queue space for answers to the server's own requests while a large message is being written. */
const SLACK_BYTES = 1024 * 1024;
/** Maximum wait for the remaining output of a program that has exited. That output is already in the pipes. */
const LAST_WORDS_MS = 100;
/** Maximum junk lines in 10 ms before stdout is paused. */
const JUNK_LINES = 2_000;
/** Maximum stderr bytes in 10 ms before stderr is paused. */
const STDERR_BYTES = 1024 * 1024;
