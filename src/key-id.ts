import { hash } from 'node:crypto';

export function digest(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Returns the id that stands for a key in the store and in turns. The key cannot be derived from it. */
export function keyId(digested: Buffer): string {
  return digested.toString('base64url').slice(0, 22);
}
