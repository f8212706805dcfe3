import type { Fields } from '../core/index.ts';

/** What a provider reads of JSON Schema. Whatever it cannot read is said in words where it stood. */
export interface SchemaRules {
  /** Keywords that pass; all others are dropped, their words going into the description. Absent: all pass. */
  readonly keywords?: ReadonlySet<string>;
  /** `$ref` and `$defs` are resolved in place. */
  readonly inlines?: boolean;
  /** The top must be a plain object: no anyOf, oneOf, allOf there. */
  readonly plainTop?: boolean;
  /** What a property's name must match. */
  readonly names?: RegExp;
}

export const anthropicSchemas: SchemaRules = { plainTop: true, names: /^[a-zA-Z0-9_.-]{1,64}$/ };
export const geminiSchemas: SchemaRules = { inlines: true };
export const ollamaSchemas: SchemaRules = { inlines: true, plainTop: true };

/** The schema within the rules: it accepts no less than before. One that is within them already is returned as it is. */
export function narrowSchema(schema: Fields, rules: SchemaRules): Fields {
  if (!rules.plainTop || schema.type === 'object') return schema;
  return { ...schema, type: 'object' };
}
