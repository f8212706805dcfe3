import { type Fields, isDeeperThan, isRecord, MOST_DEPTH, othersIn } from '../../core/index.ts';

/** What one delta says of a call, as far as it is usable: an empty id or name is none. */
export interface CallDelta {
  readonly id: string | undefined;
  readonly index: number | undefined;
  readonly name: string | undefined;
  /** The next piece of its arguments. */
  readonly text: string;
  /** What stands beside, and a server may want back: Gemini's thought signatures, for one. */
  readonly extra: Fields | undefined;
}

/** Nothing for what is no object; a reason where the arguments cannot be written down. */
export function readCallDelta(value: unknown): CallDelta | string | undefined {
  if (!isRecord(value)) return undefined;
  // Some servers leave the envelope out: {"id", "name", "arguments"}.
  const called = isRecord(value.function) ? value.function : value;
  const text = argumentsText(called.arguments);
  if (text === undefined) return `the arguments of a call are nested deeper than ${MOST_DEPTH} levels`;
  return { id: word(value.id), index: indexOf(value.index), name: word(called.name), text, extra: extraIn(value) };
}

function extraIn(call: Fields): Fields | undefined {
  const { extra } = othersIn(call, KNOWN);
  return extra === undefined || isDeeperThan(extra, MOST_DEPTH) ? undefined : extra;
}

const KNOWN = new Set(['id', 'index', 'type', 'function', 'name', 'arguments']);

function argumentsText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  // An empty object, as PHP writes it.
  if (Array.isArray(value) && value.length === 0) return '{}';
  return isDeeperThan(value, MOST_DEPTH) ? undefined : JSON.stringify(value);
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function indexOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}
