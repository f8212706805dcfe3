import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import type { ProgramState } from './program.ts';
import { type SealedFor, seal, unseal } from './seal.ts';

const STATE: ProgramState = {
  program: { source: 'a()', code: 'a()', functions: [], lacks: [] },
  engine: 'monty',
  version: '1',
  snapshot: 'c25hcHNob3Q=',
  journal: [{ kind: 'call', path: 'a', args: [], named: [] }],
  pending: [0],
  output: { stdout: 'é', stderr: '' },
  seed: 'a seed',
  startedAt: 1_000,
  computeMs: 0.5,
  totalMs: 10,
};
const BOUND: SealedFor = { secret: Buffer.from('a secret'), key: 'a key' };

test('A state is read again with the secret and the key for which it was sealed', () => {
  expect(unseal(seal(STATE, BOUND), BOUND)).toEqual(STATE);
});

describe('A sealed state is not read', () => {
  const { state, seal: its } = seal(STATE, BOUND);
  const CHANGES: Readonly<Record<string, readonly [state: string, seal: string, bound: SealedFor]>> = {
    'with the key of another client': [state, its, { ...BOUND, key: 'another key' }],
    'without a key': [state, its, { ...BOUND, key: '' }],
    'with a key that takes letters of the state': [state.slice(1), its, { ...BOUND, key: `${BOUND.key}${state[0]}` }],
    'with the secret of another store': [state, its, { ...BOUND, secret: Buffer.from('another secret') }],
    'after its state was changed': [state.replace('"a seed"', '"a s33d"'), its, BOUND],
    'after its state was truncated': [state.slice(0, -1), its, BOUND],
    'with the seal of another state': [state, seal({ ...STATE, seed: 'another seed' }, BOUND).seal, BOUND],
    'with a truncated seal': [state, its.slice(0, -4), BOUND],
    'with a longer seal': [state, `${its}AAAA`, BOUND],
    'with an empty seal': [state, '', BOUND],
  };
  for (const [change, [changed, given, bound]] of Object.entries(CHANGES))
    proves('L10', `A sealed state is not read ${change}`, () => {
      expect(unseal({ state: changed, seal: given }, bound)).toBeUndefined();
    });
});
