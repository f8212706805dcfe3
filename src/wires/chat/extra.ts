import { type Fields, isRecord, othersIn, type WireFields } from '../../core/index.ts';

/** Fields without a neutral type: the prompt-cache marker, and fields that only this protocol has. */
export interface Beside {
  readonly cacheMarker?: Fields;
  readonly extra?: WireFields;
}

/** Collects all fields that are not in `known`. `__proto__` is treated like any other field. */
export function readBeside(record: Fields, known: ReadonlySet<string>): Beside {
  return besideOf(othersIn(record, known).extra);
}

export function besideOf(others: Fields | undefined): Beside {
  if (others === undefined) return NOTHING;
  if (!isRecord(others[MARKER])) return { extra: { chat: others } };
  return { cacheMarker: others[MARKER], ...(Object.keys(others).length > 1 && { extra: { chat: without(others) } }) };
}

/** Reads only the prompt-cache marker. */
export function readMarker({ [MARKER]: marker }: Fields): Pick<Beside, 'cacheMarker'> {
  return isRecord(marker) ? { cacheMarker: marker } : NOTHING;
}

/** Writes the fields that `readBeside` collected. */
export function writeBeside({ cacheMarker, extra }: Beside): Fields | undefined {
  return cacheMarker === undefined ? extra?.chat : { ...extra?.chat, [MARKER]: cacheMarker };
}

const NOTHING: Beside = {};
const MARKER = 'cache_control';

function without({ [MARKER]: _, ...others }: Fields): Fields {
  return others;
}
