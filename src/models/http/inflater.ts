import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

export interface InflaterHandler {
  /** Some of the plain bytes. */
  onBytes(bytes: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
  /** There is room for more compressed bytes again. */
  onRoom(): void;
}

/** Unpacks a compressed answer as it arrives, and no faster than its plain bytes are taken. */
export interface Inflater {
  /** Is there room for more at once? Otherwise `onRoom` says when. */
  push(bytes: Buffer): boolean;
  end(): void;
  pause(): void;
  resume(): void;
  destroy(): void;
}

/** By `content-encoding`: undefined where nothing is packed, `unknown` where we cannot unpack it. */
export function inflaterFor(encoding: string, handler: InflaterHandler): Inflater | undefined | 'unknown' {
  const name = encoding.trim().toLowerCase();
  if (name === '' || name === 'identity') return undefined;
  if (name === 'deflate') return lazily((first) => begin(createDeflate(first), handler));
  const create = CREATORS.get(name);
  return create === undefined ? 'unknown' : begin(create(), handler);
}

/** An answer that breaks off is unpacked as far as it goes: whether it was whole is for its reader to say. */
const LENIENT = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

const CREATORS: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', () => zlib.createGunzip(LENIENT)],
  ['x-gzip', () => zlib.createGunzip(LENIENT)],
  ['br', () => zlib.createBrotliDecompress({ finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', () => zlib.createZstdDecompress({ finishFlush: zlib.constants.ZSTD_e_flush })],
]);

/** Some servers send the bare deflate stream under this name, without the zlib header that the standard asks for. */
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

/** An inflater whose kind only the first bytes tell. */
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
