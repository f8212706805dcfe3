import { type Fields, isDeeperThan, isRecord, MOST_DEPTH, unknownFields } from '../../core/index.ts';
import { freeformPieces } from '../freeform.ts';

/** The usable content of one tool-call delta. An empty id or name becomes undefined. */
export interface CallDelta {
  readonly id: string | undefined;
  readonly index: number | undefined;
  readonly name: string | undefined;
  /** The next piece of the call's arguments. */
  readonly text: string;
  /** True if the call is one of a tool of the type `custom`. `text` is then JSON for a part of a string. */
  readonly isCustom: boolean;
  /** Other fields, which the server may need back in the next request, such as Gemini's thought signatures. */
  readonly extra: Fields | undefined;
}

/** Reads one delta. Returns undefined if the value is not an object, or a reason if the arguments are nested too deeply. */
export function readCallDelta(value: unknown): CallDelta | string | undefined {
  if (!isRecord(value)) return undefined;
  // Some servers send {"id", "name", "arguments"} without the "function" object.
  const isCustom = isRecord(value.custom);
  const called = isRecord(value.custom) ? value.custom : isRecord(value.function) ? value.function : value;
  const text = isCustom ? inputText(called.input) : argumentsText(called.arguments);
  if (text === undefined) return `the arguments of a tool call are nested deeper than ${MOST_DEPTH} levels`;
  const identity = { id: word(value.id), index: indexOf(value.index), name: word(called.name) };
  return { ...identity, text, isCustom, extra: extraIn(value) };
}

function extraIn(call: Fields): Fields | undefined {
  const { extra } = unknownFields(call, KNOWN);
  return extra === undefined || isDeeperThan(extra, MOST_DEPTH) ? undefined : extra;
}

const KNOWN = new Set(['id', 'index', 'type', 'function', 'custom', 'name', 'arguments']);

function inputText(value: unknown): string {
  return typeof value === 'string' ? freeformPieces.text(value) : '';
}

function argumentsText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  // PHP servers encode an empty object as [].
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
