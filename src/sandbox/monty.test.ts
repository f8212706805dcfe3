import { engineContract } from '../../test/contracts/sandbox/index.ts';
import { openMonty } from './monty.ts';

engineContract('Monty', async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openMonty({ processes, memoryBytes }),
);
