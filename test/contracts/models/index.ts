import { answersContract } from './answers.ts';
import type { WireUnderTest } from './helpers.ts';
import { hostileContract } from './hostile.ts';
import { leavingContract } from './leaving.ts';
import { troubleContract } from './trouble.ts';

/** What every backend has to do, whatever its wire: the contract, and every fault that a server can have. */
export function backendContract(wire: WireUnderTest): void {
  answersContract(wire);
  troubleContract(wire);
  hostileContract(wire);
  leavingContract(wire);
}
