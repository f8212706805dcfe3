import { answersContract } from './answers.ts';
import { leavingContract } from './cancellation.ts';
import { troubleContract } from './failing-server.ts';
import type { WireUnderTest } from './helpers.ts';
import { hostileContract } from './hostile.ts';

/** Runs the contract tests that every backend must pass, including every fault of a server. */
export function backendContract(wire: WireUnderTest): void {
  answersContract(wire);
  troubleContract(wire);
  hostileContract(wire);
  leavingContract(wire);
}
