import { type Fields, isRecord, unknownFields, type WireFields } from '../../core/index.ts';

/** Fields without a neutral type: the prompt-cache marker, and fields that only this protocol has. */
export interface ExtraFields {
  readonly cacheMarker?: Fields;
  readonly extra?: WireFields;
}

/** Collects all fields that are not in `known`. `__proto__` is treated like any other field. */
export function readExtraFields(record: Fields, known: ReadonlySet<string>): ExtraFields {
  return extraFieldsOf(unknownFields(record, known).extra);
}

export function extraFieldsOf(others: Fields | undefined): ExtraFields {
  if (others === undefined) return NOTHING;
  if (!isRecord(others[MARKER])) return { extra: { chat: others } };
  return { cacheMarker: others[MARKER], ...(Object.keys(others).length > 1 && { extra: { chat: without(others) } }) };
}

/** Reads only the prompt-cache marker. */
export function readMarker({ [MARKER]: marker }: Fields): Pick<ExtraFields, 'cacheMarker'> {
  return isRecord(marker) ? { cacheMarker: marker } : NOTHING;
}

/** Writes the fields that `readExtraFields` collected. */
export function writeExtraFields({ cacheMarker, extra }: ExtraFields): Fields | undefined {
  return cacheMarker === undefined ? extra?.chat : { ...extra?.chat, [MARKER]: cacheMarker };
}

const NOTHING: ExtraFields = {};
const MARKER = 'cache_control';

function without({ [MARKER]: _, ...others }: Fields): Fields {
  return others;
}
