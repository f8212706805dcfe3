import { SCHEMA_TYPES, truncate } from '../../core/index.ts';
import { Refused } from './refused.ts';

/** Throws Refused for a type that JSON Schema does not have. `pointer` is the place of the part with that type. */
export function checkType(type: unknown, pointer: string): void {
  const unknown = [type].flat().find((each) => !SCHEMA_TYPES.includes(String(each)) || typeof each !== 'string');
  if (unknown === undefined) return;
  const written = truncate(JSON.stringify(unknown) ?? 'undefined', LONGEST, '…');
  const meant = typeof unknown === 'string' ? MEANT.get(unknown.toLowerCase()) : undefined;
  const hint = meant === undefined ? `JSON Schema has ${SCHEMA_TYPES.join(', ')}` : `did you mean "${meant}"?`;
  throw new Refused(`${pointer === '' ? 'it' : truncate(pointer, LONGEST, '…')} has the type ${written} (${hint})`);
}

const LONGEST = 80;

/** The types that names of other languages stand for. */
const MEANT: ReadonlyMap<string, string> = new Map([
  ['str', 'string'],
  ['text', 'string'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['float', 'number'],
  ['double', 'number'],
  ['bool', 'boolean'],
  ['dict', 'object'],
  ['map', 'object'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['none', 'null'],
]);
