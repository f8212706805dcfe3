import { isRecord, type Limits } from '../../core/index.ts';
import { Refused } from './refused.ts';

export type SchemaLimits = Pick<Limits, 'schemaBytes' | 'schemaParts' | 'schemaDepth'>;

/** The size of the schema parts visited so far. */
export interface Weight {
  readonly limits: SchemaLimits;
  parts: number;
  bytes: number;
}

/** Adds a part to the weight. Throws Refused if the schema exceeds a limit. */
export function weigh(part: unknown, weight: Weight, depth: number, cost = 1): void {
  const { schemaParts, schemaDepth, schemaBytes } = weight.limits;
  weight.parts += cost;
  if (weight.parts > schemaParts) throw new Refused(`it has more than ${schemaParts} parts`);
  if (depth > schemaDepth) throw new Refused(`it is nested deeper than ${schemaDepth} levels`);
  if (typeof part === 'string') weight.bytes += part.length;
  if (weight.bytes > schemaBytes) throw new Refused(`it is larger than ${schemaBytes} bytes`);
}

/** Copies data inside a schema, or a complete schema that is only shown. Throws Refused if it exceeds a limit. */
export function copyData(value: unknown, weight: Weight, depth: number): unknown {
  weigh(value, weight, depth, DATA_COST);
  if (typeof value === 'bigint') throw new Refused('it contains a BigInt, which JSON cannot represent');
  if (Array.isArray(value)) return value.map((item) => copyData(item, weight, depth + 1));
  if (!isRecord(value)) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      weight.bytes += key.length;
      return [key, copyData(field, weight, depth + 1)];
    }),
  );
}

/** Cost of one data value, such as an enum value, relative to a keyword: it takes less work to compile. */
const DATA_COST = 0.25;
