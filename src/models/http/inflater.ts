import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export interface InflaterHandler {
  /** Receives the next decompressed bytes. */
  onBytes(bytes: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
  /** Called when `push` can accept more compressed bytes. */
  onRoom(): void;
}

/** Decompresses a response as it arrives, no faster than the decompressed bytes are consumed. */
export interface Inflater {
  /** Adds compressed bytes. Returns false if the caller should wait for `onRoom` before the next push. */
  push(bytes: Buffer): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** Returns the inflater for a `content-encoding`; undefined if nothing is compressed, `unknown` if it is unsupported. */
export function inflaterFor(encoding: string, handler: InflaterHandler): Inflater | undefined | 'unknown' {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  if (name === 'deflate') return lazily((first) => begin(createDeflate(first), handler));
  const create = CREATORS.get(name);
  return create === undefined ? 'unknown' : begin(create(), handler);
}

/** Decompresses as much as possible of a truncated response. The answer's reader decides whether it is complete. */
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

const CREATORS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib.createGunzip(LENIENT)],
  ['x-gzip', () => zlib.createGunzip(LENIENT)],
  ['br', () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => zlib.createZstdDecompress({ finishFlush: zlib.constants.ZSTD_e_flush })],
]);

/** Some servers send a raw deflate stream as `deflate`, without the zlib header that the standard requires. */
function createDeflate(first: Buffer): Transform {
  const hasHeader = ((first[0] ?? 0) & 0x0f) === 0x08;
  return hasHeader ? zlib.createInflate(LENIENT) : zlib.createInflateRaw(LENIENT);
}

function begin(stream: Transform, handler: InflaterHandler): Inflater {
  stream.on('data', (bytes: Buffer) => handler.onBytes(bytes));
  stream.on('end', () => handler.onEnd());
  stream.on('error', (error) => handler.onError(error));
  stream.on('drain', () => handler.onRoom());
  return {
    push: (bytes) => stream.write(bytes),
    end: () => stream.end(),
    pause: () => stream.pause(),
    resume: () => stream.resume(),
    destroy: () => stream.destroy(),
  };
}

/** Creates the inflater at the first bytes, which decide its kind. */
function lazily(create: (first: Buffer) => Inflater): Inflater {
  let made: Inflater | undefined;
  const make = (first: Buffer): Inflater => {
    made ??= create(first);
    return made;
  };
  return {
    push: (bytes) => make(bytes).push(bytes),
    end: () => make(Buffer.alloc(0)).end(),
    pause: () => made?.pause(),
    resume: () => made?.resume(),
    destroy: () => made?.destroy(),
  };
}
