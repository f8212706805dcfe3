/** The types that JSON Schema has. */
export const SCHEMA_TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/**
 * Corrects the `type` of a schema where it has only one meaning: some generators write types in capitals, or list one twice.
 * Returns undefined for draft 3's "any", also in a list: every type is allowed, as without a `type`. Other values are unchanged.
 */
export function repairedType(type: unknown): unknown {
  const types = [type].flat().map(inSmallLetters);
  if (types.includes('any')) return undefined;
  return Array.isArray(type) ? [...new Set(types)] : types[0];
}

function inSmallLetters(type: unknown): unknown {
  const small = typeof type === 'string' ? type.toLowerCase() : '';
  return small === 'any' || SCHEMA_TYPES.includes(small) ? small : type;
}
