// A placeholder of the founder's, to be overwritten by the helper who builds pocket.
import type { Backend } from './contract.ts';

export function createPocketBackend(_options: { name: string }): Backend {
  throw new Error('not yet');
}
