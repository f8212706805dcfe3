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
const pool = new Uint8Array(POOL_BYTES);
let place = POOL_BYTES;

function nextByte(): number {
  if (place >= pool.length) {
    crypto.getRandomValues(pool);
    place = 0;
  }
  return pool[place++] ?? 0;
}
