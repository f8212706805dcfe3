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
export interface AppliedParameters {
  /** Fields of `Sampling` that were applied. */
  readonly applied: ReadonlySet<keyof Sampling>;
  /** Fields of this protocol that the client sent with a value that cannot be used. */
  readonly refused: readonly string[];
}

/** For each protocol that clients speak: maps a request field to the `Sampling` field that it sets. */
const SPELLINGS: Readonly<Partial<Record<WireName, (name: string, fields: Fields) => Spelled | undefined>>> = {
  chat: spelledBy,
};

/** Returns the names, as the client wrote them, of the request fields that have no effect in the backend's protocol. */
export function leftOut(
  { extra }: Pick<ModelRequest, 'extra'>,
  wire: WireName,
  { applied, refused }: AppliedParameters,
): string[] {
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
          : spelled.counts && !applied.has(spelled.member);
      if (isLeft) left.add(name);
    }
  }
  return [...left];
}

function entriesOf(extra: WireFields): [WireName, Fields][] {
  return Object.entries(extra) as [WireName, Fields][];
}
