import {
  type Fields,
  isAbsent,
  type ModelRequest,
  type Sampling,
  type WireFields,
  type WireName,
} from '../core/index.ts';
import { type Spelled, spelledBy } from './chat/sampling.ts';

/** Which of the client's parameters a protocol's writer has applied. */
export interface Heed {
  /** Fields of `Sampling` that were applied. */
  readonly heeded: ReadonlySet<keyof Sampling>;
  /** Fields of this protocol that the client sent with a value that cannot be used. */
  readonly refused: readonly string[];
}

/** For each protocol that clients speak: maps a request field to the `Sampling` field that it sets. */
const SPELLINGS: Readonly<Partial<Record<WireName, (name: string, fields: Fields) => Spelled | undefined>>> = {
  chat: spelledBy,
};

/** Returns the client's names of the request fields that the backend's protocol cannot express. */
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
