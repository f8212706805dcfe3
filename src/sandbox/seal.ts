import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SealedProgram } from '../core/index.ts';
import type { ProgramState } from './program.ts';

/** The store and the client for which a seal is valid. */
export interface SealedFor {
  /** The secret of the store that keeps the program. */
  readonly secret: Uint8Array;
  /** The key of the client whose request started the program. */
  readonly key: string;
}

/** Writes the state of a paused program as text, with a seal. A damaged snapshot could otherwise abort a process. */
export function seal(paused: ProgramState, bound: SealedFor): SealedProgram {
  const state = JSON.stringify(paused);
  return { state, seal: sealOf(state, bound).toString('base64url') };
}

/** Returns the state; undefined if it was changed, or sealed for another key or by another store. */
export function unseal({ state, seal: given }: SealedProgram, bound: SealedFor): ProgramState | undefined {
  const expected = sealOf(state, bound);
  const bytes = Buffer.from(given, 'base64url');
  const isGenuine = bytes.length === expected.length && timingSafeEqual(bytes, expected);
  return isGenuine ? (JSON.parse(state) as ProgramState) : undefined;
}

function sealOf(state: string, { secret, key }: SealedFor): Buffer {
  return createHmac('sha256', secret)
    .update(JSON.stringify([FORMAT, key]))
    .update(state)
    .digest();
}

/** Must be changed if an older state cannot be read any more. */
const FORMAT = 'toolpath program 1';
