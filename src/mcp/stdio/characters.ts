import { truncate } from '../../core/index.ts';
/** Without the beginning of a UTF-8 character that was cut off at the end. */
export function withoutHalfEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (isContinuation(byte)) continue;
    return back < lengthOf(byte) ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

/** Without the rest of a character whose beginning was cut off. */
export function withoutHalfStart(bytes: Buffer): Buffer {
  let start = 0;
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start] as number)) start++;
  return bytes.subarray(start);
}

/**
 * The beginning of a text, of its own: a plain slice would keep the whole text in memory as long as it lives.
 */
export function beginning(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  return `${Buffer.from(truncate(text, mostCharacters)).toString()}…`;
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** How many bytes a character has that begins with this one. */
function lengthOf(byte: number): number {
  if (byte >= 0xf0) return 4;
  if (byte >= 0xe0) return 3;
  return byte >= 0xc0 ? 2 : 1;
}
