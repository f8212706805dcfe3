export type { Store, StoreBounds, StoreQuery } from './contract.ts';
export { lazyStore } from './lazy.ts';
export { createMemoryStore } from './memory.ts';
export { openStore } from './open.ts';
