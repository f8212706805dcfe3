import type { Fields } from '../core/index.ts';

/** A request as it goes out. */
export interface Written {
  readonly body: Fields;
  /** Members of the client's request that this wire has no place for. */
  readonly left: readonly string[];
}
