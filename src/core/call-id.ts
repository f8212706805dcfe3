/**
 * Returns nine random letters and digits. The strictest provider demands exactly this form, and it is so short that no
 * client rewrites it.
 */
export function newCallId(): string {
  let id = '';
  while (id.length < LENGTH) {
    const byte = nextByte();
    if (byte < FAIR) id += ALPHABET.charAt(byte % ALPHABET.length);
  }
  return id;
}

/** Returns the words of a text that have the form of our call ids. Takes one pass, however many ids are looked up. */
export function wordsLikeCallIds(text: string): ReadonlySet<string> {
  return new Set(text.match(LIKE_CALL_ID));
}

const LENGTH = 9;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LIKE_CALL_ID = new RegExp(`(?<![A-Za-z0-9])[A-Za-z0-9]{${LENGTH}}(?![A-Za-z0-9])`, 'g');
/** Bytes from this value on are skipped: taken modulo the alphabet's length, they would favour its first characters. */
const FAIR = 256 - (256 % ALPHABET.length);

/** Random bytes are fetched in bulk: one system call for each id would cost more than the rest of the work. */
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
