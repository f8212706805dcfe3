import { type Fields, isRecord, othersIn, type WireFields } from '../../core/index.ts';

/** What stands beside the members that have a word here: the marker for the prompt cache, and members of this wire alone. */
export interface Beside {
  readonly cacheMarker?: Fields;
  readonly extra?: WireFields;
}

/** `known`: the members that are read elsewhere. `__proto__` is a member like any other. */
export function readBeside(record: Fields, known: ReadonlySet<string>): Beside {
  return besideOf(othersIn(record, known).extra);
}

export function besideOf(others: Fields | undefined): Beside {
  if (others === undefined) return NOTHING;
  if (!isRecord(others[MARKER])) return { extra: { chat: others } };
  return { cacheMarker: others[MARKER], ...(Object.keys(others).length > 1 && { extra: { chat: without(others) } }) };
}

/** The marker alone. */
export function readMarker({ [MARKER]: marker }: Fields): Pick<Beside, 'cacheMarker'> {
  return isRecord(marker) ? { cacheMarker: marker } : NOTHING;
}

/** The reverse of reading it. */
export function writeBeside({ cacheMarker, extra }: Beside): Fields | undefined {
  return cacheMarker === undefined ? extra?.chat : { ...extra?.chat, [MARKER]: cacheMarker };
}

const NOTHING: Beside = {};
const MARKER = 'cache_control';

function without({ [MARKER]: _, ...others }: Fields): Fields {
  return others;
}
