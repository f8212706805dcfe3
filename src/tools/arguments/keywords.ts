/** The kind of value that a JSON Schema keyword has. */
export type KeywordKind = 'schema' | 'list' | 'map' | 'reference' | 'anchor' | 'pattern' | 'data';

/** Returns undefined for a keyword that checks nothing: an annotation or an unknown keyword. */
export function kindOf(keyword: string): KeywordKind | undefined {
  return kinds.get(keyword);
}

const KEYWORDS: Record<KeywordKind, string> = {
  schema:
    'additionalProperties unevaluatedProperties propertyNames items additionalItems unevaluatedItems contains not if then else',
  list: 'allOf anyOf oneOf prefixItems',
  map: 'properties patternProperties $defs definitions dependentSchemas dependencies',
  reference: '$ref',
  anchor: '$anchor',
  pattern: 'pattern',
  data: 'type enum const format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength maxItems minItems uniqueItems maxContains minContains maxProperties minProperties required dependentRequired',
};

const kinds = new Map(
  Object.entries(KEYWORDS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as KeywordKind])),
);
