import { isRecord } from '../../core/index.ts';
import { beyondFew, type Reach } from './fuel.ts';

/** Keyword added to every subschema whose check costs fuel; its value is a `CheckCost`. */
export const FUEL_KEYWORD = 'toolpath:fuel';

export interface CheckCost {
  /** The cost that is the same for every value. */
  readonly fixed: number;
  /** The part of the value that the check reads, which costs more for a larger value. */
  readonly reach: Reach;
}

/** Returns what one check with a subschema costs, not counting the subschemas inside; undefined if nothing. */
export function checkCostOf(schema: Readonly<Record<string, unknown>>, isRepeated: boolean): CheckCost | undefined {
  const { enum: values, required, properties, dependentRequired } = schema;
  const names = [namesIn(properties), lengthOf(required), namesIn(dependentRequired)].map(beyondFew);
  const fixed =
    (isRepeated || '$ref' in schema ? 1 : 0) +
    lengthOf(values) / VALUES_A_UNIT +
    names.reduce((sum, count) => sum + count) / NAMES_A_UNIT;
  const reach = reachOf(schema);
  return fixed === 0 && reach === 'nothing' ? undefined : { fixed, reach };
}

function reachOf(schema: Readonly<Record<string, unknown>>): Reach {
  if (schema.uniqueItems === true || 'const' in schema || 'enum' in schema) return 'everything';
  return READ_ITSELF.some((keyword) => keyword in schema) ? 'itself' : 'nothing';
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

function namesIn(map: unknown): number {
  if (!isRecord(map)) return 0;
  return Object.values(map).reduce((sum: number, value) => sum + 1 + lengthOf(value), 0);
}

/** Keywords that read all letters of a text or all names of an object. `pattern` burns fuel by itself. */
const READ_ITSELF = [
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
];

/** Values of `enum` that can be compared in the time that evaluating one subschema takes. */
const VALUES_A_UNIT = 20;
/** Names that can be looked up in that time. */
const NAMES_A_UNIT = 2.5;
