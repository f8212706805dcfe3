import { engineContract, type OpenEngine } from '../../test/contracts/sandbox/index.ts';
import { rewrittenContract } from '../../test/contracts/sandbox/rewritten.ts';
import { openMonty } from './monty.ts';

const open: OpenEngine = async ({ processes = 2, memoryBytes = 64 * 1024 * 1024 } = {}) =>
  openMonty({ processes, memoryBytes });

engineContract('Monty', open);
rewrittenContract('Monty', open);
