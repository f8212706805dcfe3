import { ESCAPES } from '../../test/contracts/sandbox/escapes.ts';
import { escapeContract, safetyContract } from '../../test/contracts/sandbox/safety.ts';
import { WITHOUT_BUBBLEWRAP } from '../../test/walls.ts';
import { openMonty } from './monty.ts';

safetyContract('Monty', async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openMonty({ processes, memoryBytes }),
);

escapeContract(
  'Monty without bubblewrap',
  async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
    openMonty({ processes, memoryBytes }, WITHOUT_BUBBLEWRAP),
  Object.keys(ESCAPES),
);
