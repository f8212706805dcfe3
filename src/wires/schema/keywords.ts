import { isRecord, SCHEMA_TYPES } from '../../core/index.ts';

/** The kinds of values that keywords of JSON Schema draft 2020-12 take. */
export type Kind =
  | 'schema'
  | 'schemas'
  | 'map'
  | 'text'
  | 'address'
  | 'anchor'
  | 'texts'
  | 'flag'
  | 'number'
  | 'positive'
  | 'count'
  | 'type'
  | 'values'
  | 'list'
  | 'text lists'
  | 'dependencies';

/** Returns the kind of a keyword's value; undefined if the keyword is unknown or takes any value. */
export function kindOf(keyword: string): Kind | undefined {
  return kinds.get(keyword);
}

/** True if the meta-schema of the draft accepts the value. Schemas inside the value are not checked. */
export function isSound(kind: Kind, value: unknown): boolean {
  switch (kind) {
    case 'schema':
      return !Array.isArray(value);
    case 'schemas':
    case 'values':
      return Array.isArray(value) && value.length > 0;
    case 'map':
    case 'dependencies':
      return isRecord(value);
    case 'text':
      return typeof value === 'string';
    case 'address':
      return typeof value === 'string' && !value.slice(0, -1).includes('#');
    case 'anchor':
      return typeof value === 'string' && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value);
    case 'texts':
      return Array.isArray(value) && areTexts(value);
    case 'flag':
      return typeof value === 'boolean';
    case 'number':
      return Number.isFinite(value);
    case 'positive':
      return Number.isFinite(value) && Number(value) > 0;
    case 'count':
      return Number.isInteger(value) && Number(value) >= 0;
    case 'type':
      return Array.isArray(value) ? value.length > 0 && areTexts(value) && value.every(isType) : isType(value);
    case 'list':
      return Array.isArray(value);
    case 'text lists':
      return isRecord(value) && Object.values(value).every((list) => isSound('texts', list));
    default:
      return kind satisfies never;
  }
}

function isType(value: unknown): boolean {
  return SCHEMA_TYPES.some((type) => type === value);
}

function areTexts(values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string') && new Set(values).size === values.length;
}

const KEYWORDS: Record<Kind, string> = {
  schema:
    'additionalProperties unevaluatedProperties propertyNames items unevaluatedItems contains not if then else contentSchema',
  schemas: 'allOf anyOf oneOf prefixItems',
  map: 'properties patternProperties dependentSchemas $defs definitions',
  dependencies: 'dependencies',
  'text lists': 'dependentRequired',
  address: '$id',
  anchor: '$anchor $dynamicAnchor',
  text: '$ref $schema $comment $dynamicRef title description format pattern contentEncoding contentMediaType',
  texts: 'required',
  flag: 'uniqueItems readOnly writeOnly deprecated',
  number: 'minimum maximum exclusiveMinimum exclusiveMaximum',
  positive: 'multipleOf',
  count: 'minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties',
  type: 'type',
  values: 'enum',
  list: 'examples',
};

const kinds = new Map(
  Object.entries(KEYWORDS).flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind as Kind])),
);
