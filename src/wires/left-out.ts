import {
  type Fields,
  isAbsent,
  type ModelRequest,
  type Sampling,
  type WireFields,
  type WireName,
} from '../core/index.ts';
import { type Spelled, spelledBy } from './chat/sampling.ts';

/** How a wire's writer dealt with what a client asked for beside its messages. */
export interface Heed {
  /** Members of Sampling that have their effect. */
  readonly heeded: ReadonlySet<keyof Sampling>;
  /** Members of this wire's own that cannot be taken as they are. */
  readonly refused: readonly string[];
}

/** Which member of Sampling a member of a request spells, for the wires that clients speak. */
const SPELLINGS: Readonly<Partial<Record<WireName, (name: string, fields: Fields) => Spelled | undefined>>> = {
  chat: spelledBy,
};

/** The members of a client's request that the wire of its backend has no place for, by the client's names. */
export function leftOut({ extra }: Pick<ModelRequest, 'extra'>, wire: WireName, { heeded, refused }: Heed): string[] {
  if (extra === undefined) return [];
  const { [wire]: own = {}, ...others } = extra;
  const left = new Set<string>();
  for (const [from, fields] of [...entriesOf(others), [wire, own] as const]) {
    for (const [name, value] of Object.entries(fields)) {
      if (isAbsent(value)) continue;
      const spelled = SPELLINGS[from]?.(name, fields);
      const isLeft =
        spelled === undefined
          ? !Object.hasOwn(own, name) || refused.includes(name)
          : spelled.counts && !heeded.has(spelled.member);
      if (isLeft) left.add(name);
    }
  }
  return [...left];
}

function entriesOf(extra: WireFields): [WireName, Fields][] {
  return Object.entries(extra) as [WireName, Fields][];
}
