import { randomBytes } from 'node:crypto';

/** Nine random letters and digits: the strictest provider's form of a call id, and short enough that no client rewrites it. */
export function newCallId(): string {
  let id = '';
  while (id.length < LENGTH) {
    const byte = nextByte();
    if (byte < FAIR) id += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return id;
}

const LENGTH = 9;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** Bytes from here on would favour the first letters. */
const FAIR = 256 - (256 % ALPHABET.length);

/** Asking the system for nine bytes at a time costs more than all the rest of an id. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);
let place = 0;

function nextByte(): number {
  if (place >= pool.length) {
    pool = randomBytes(POOL_BYTES);
    place = 0;
  }
  return pool.readUInt8(place++);
}
