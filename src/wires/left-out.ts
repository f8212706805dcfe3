import { type Fields, isAbsent, type ModelRequest, type Sampling, type WireName } from '../core/index.ts';
import { spelledBy } from './chat/sampling.ts';

/** How a wire's writer dealt with what a client asked for beside its messages. */
export interface Heed {
  /** Members of Sampling that have their effect. */
  readonly heeded: ReadonlySet<keyof Sampling>;
  /** Members of this wire's own that cannot be taken as they are. */
  readonly refused: readonly string[];
}

/** The members of a client's request that the wire of its backend has no place for, by the client's names. */
export function leftOut({ extra }: Pick<ModelRequest, 'extra'>, wire: WireName, { heeded, refused }: Heed): string[] {
  if (extra === undefined) return [];
  const { [wire]: own = {}, ...others } = extra;
  const left = new Set<string>();
  for (const fields of [...Object.values<Fields>(others), own]) {
    for (const [name, value] of Object.entries(fields)) {
      if (isAbsent(value)) continue;
      const spelled = fields === extra.chat ? spelledBy(name, fields) : undefined;
      const isLeft =
        spelled === undefined
          ? !Object.hasOwn(own, name) || refused.includes(name)
          : spelled.counts && !heeded.has(spelled.member);
      if (isLeft) left.add(name);
    }
  }
  return [...left];
}
