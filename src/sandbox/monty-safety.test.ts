import { safetyContract } from '../../test/contracts/sandbox/safety.ts';
import { openMonty } from './monty.ts';

safetyContract('Monty', async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openMonty({ processes, memoryBytes }),
);
