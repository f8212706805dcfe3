import { type ChildProcess, fork } from 'node:child_process';
import { DatabaseError } from '../database-error.ts';
import { type Answer, type Opening, OUT_OF_MEMORY, type Question } from './protocol.ts';

/** One child process that runs an engine. It answers one question at a time. */
export class EngineProcess {
  readonly #child: ChildProcess;
  readonly #ended = Promise.withResolvers<void>();
  #stderr = '';
  #waiting: Waiting | undefined;
  #isKilled = false;
  /** An answer that arrived after the process was killed. */
  #late: Answer | undefined;
  #hasEnded = false;

  constructor(opening: Opening) {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    this.#child = fork(new URL(`./child.${extension}`, import.meta.url), [JSON.stringify(opening)], {
      serialization: 'advanced', // copies a long text instead of escaping it
      env: {}, // the engine needs no variable, and must not see secrets
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-MOST_STDERR);
    });
    this.#child.on('message', (answer: Answer) => this.#hear(answer));
    this.#child.on('error', (error) =>
      this.#end(new DatabaseError('lost', `The process of the database failed: ${error.message}.`)),
    );
    this.#child.on('close', (code, signal) => this.#end(this.#whyEnded(code, signal)));
    this.#rest();
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /**
   * Asks one question. Aborting the signal kills the process, and the promise then rejects with the signal's reason as soon as
   * the process has ended.
   */
  ask(question: Question, signal: AbortSignal, progress: (tables: number) => void = () => {}): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const kill = () => void this.kill();
      this.#waiting = {
        progress,
        settle: (answer) => {
          this.#waiting = undefined;
          signal.removeEventListener('abort', kill);
          this.#rest();
          if (!(answer instanceof Error)) resolve(answer);
          else reject(signal.aborted ? signal.reason : answer);
        },
      };
      if (this.#hasEnded)
        return this.#waiting.settle(new DatabaseError('lost', 'The process of the database has ended.'));
      this.#child.ref();
      this.#child.channel?.ref();
      signal.addEventListener('abort', kill);
      if (signal.aborted) kill();
      else this.#child.send(question, (error) => error !== null && kill());
    });
  }

  /** Kills the process. Resolves when it has ended, and its files are closed. */
  kill(): Promise<void> {
    this.#isKilled = true;
    if (!this.#hasEnded) this.#child.ref(); // so that the gateway does not exit before
    this.#child.kill('SIGKILL');
    return this.#ended.promise;
  }

  #hear(answer: Answer): void {
    if (answer.kind === 'progress') this.#waiting?.progress(answer.tables);
    // The caller gets this answer when the process has ended, so that nobody sends another question to it.
    else if (this.#isKilled) this.#late = answer;
    else this.#waiting?.settle(answer);
  }

  #end(error: DatabaseError): void {
    this.#hasEnded = true;
    this.#ended.resolve();
    this.#waiting?.settle(this.#late ?? error);
  }

  #whyEnded(code: number | null, signal: NodeJS.Signals | null): DatabaseError {
    if (this.#stderr.includes(OUT_OF_MEMORY) || HEAP_EXCEEDED.test(this.#stderr))
      return new DatabaseError('too-large', TOO_LARGE);
    const how = signal === null ? `with code ${code}` : `by ${signal}`;
    return new DatabaseError('lost', `The process of the database ended ${how} during the statement.`);
  }

  /** Lets the gateway exit while the process waits for a question. */
  #rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
    (this.#child.stderr as { unref?(): void } | null)?.unref?.();
  }
}

interface Waiting {
  readonly progress: (tables: number) => void;
  readonly settle: (answer: Answer | Error) => void;
}

const HEAP_MEGABYTES = 256; // a result has at most a few megabytes; the engine's own memory is not part of this heap
const HEAP_EXCEEDED = /heap out of memory|heap limit/i;
const MOST_STDERR = 8_192;
const TOO_LARGE =
  'The statement needs more memory than the limit allows. Ask for less: add a WHERE or a LIMIT, or select fewer columns.';
