import { hash } from 'node:crypto';

export function digest(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}

/** Stands for a key in the store and in the turn, without being it. */
export function keyId(digested: Buffer): string {
  return digested.toString('base64url').slice(0, 22);
}
