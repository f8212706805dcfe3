import { createInterface } from 'node:readline';

/** A received JSON-RPC message. */
export interface Received {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: Readonly<Record<string, unknown>>;
}

export type Id = number | string | undefined;

export function read(onMessage: (message: Received) => void): ReturnType<typeof createInterface> {
  return createInterface({ input: process.stdin }).on('line', (line) => onMessage(JSON.parse(line)));
}

/** Writes raw text to stdout. */
export function write(text: string): void {
  process.stdout.write(text);
}

export class Wire {
  readonly #hasJunk: boolean;
  readonly #drips: boolean;
  #last = Promise.resolve();

  constructor(modes: ReadonlyMap<string, string>) {
    this.#hasJunk = modes.has('junk');
    this.#drips = modes.has('drip');
  }

  send(message: object): void {
    const junk = this.#hasJunk ? 'a debug line, forgotten\n{"level":30,"msg":"a log line"}\n' : '';
    this.#write(`${junk}${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  answer(id: Id, result: object): void {
    this.send({ id, result });
  }

  refuse(id: Id, code: number, message: string): void {
    this.send({ id, error: { code, message } });
  }

  #write(text: string): void {
    if (!this.#drips) write(text);
    else this.#last = this.#last.then(() => drip(Buffer.from(text)));
  }
}

async function drip(bytes: Buffer): Promise<void> {
  for (const byte of bytes) await new Promise((resolve) => process.stdout.write(Buffer.of(byte), resolve));
}
