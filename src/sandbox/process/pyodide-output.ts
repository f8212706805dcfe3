import type { Report } from './protocol.ts';

type Stream = 'stdout' | 'stderr';

/** Gathers the output of a program into few reports, and drops what exceeds the limit. */
export class Output {
  readonly #tell: (report: Report) => void;
  readonly #decoders = { stdout: decoder(), stderr: decoder() };
  #leftBytes = 0;
  #stream: Stream = 'stdout';
  #text = '';

  constructor(tell: (report: Report) => void) {
    this.#tell = tell;
  }

  limit(bytes: number): void {
    this.#leftBytes = bytes;
  }

  add(stream: Stream, bytes: Uint8Array): void {
    if (this.#leftBytes <= 0) return;
    if (stream !== this.#stream) this.flush();
    this.#stream = stream;
    const text = this.#decoders[stream].decode(bytes, { stream: true });
    const size = Buffer.byteLength(text);
    this.#text += size <= this.#leftBytes ? text : start(text, this.#leftBytes);
    this.#leftBytes -= size;
    if (this.#text.length >= FLUSH_CHARS) this.flush();
  }

  flush(): void {
    if (this.#text !== '') this.#tell({ kind: 'print', stream: this.#stream, text: this.#text });
    this.#text = '';
  }
}

const FLUSH_CHARS = 16_384;

function decoder(): TextDecoder {
  return new TextDecoder('utf-8', { ignoreBOM: true });
}

/** Cuts a text to a number of bytes, without cutting a character. */
function start(text: string, bytes: number): string {
  return decoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}
