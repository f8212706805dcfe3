import { answersContract } from './contract-suite-answers.ts';
import type { WireUnderTest } from './contract-suite-ground.ts';
import { hostileContract } from './contract-suite-hostile.ts';
import { leavingContract } from './contract-suite-leaving.ts';
import { troubleContract } from './contract-suite-trouble.ts';

/** What every backend has to do, whatever its wire: the contract, and every fault that a server can have. */
export function backendContract(wire: WireUnderTest): void {
  answersContract(wire);
  troubleContract(wire);
  hostileContract(wire);
  leavingContract(wire);
}
