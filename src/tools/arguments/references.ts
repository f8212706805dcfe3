import { isRecord, truncate } from '../../core/index.ts';
import { refuseLoops } from './loops.ts';
import { followReference } from './parts.ts';
import { Refused } from './refused.ts';
import { type Weight, weigh } from './weight.ts';

/** The references found in a schema, and the subschemas that they may point to. */
export interface References {
  /** The copies of all subschemas. */
  readonly targets: Set<object>;
  /** The JSON pointer of each anchored subschema, by anchor name. */
  readonly anchors: Map<string, string>;
  readonly refs: { readonly node: Record<string, unknown>; readonly value: unknown }[];
}

/**
 * Rewrites every reference in a copied schema as a JSON pointer. Throws Refused for a reference to another document, to data
 * that is not a subschema, or back to itself.
 */
export function checkReferences(
  copy: unknown,
  { targets, anchors, refs }: References,
  id: unknown,
  weight: Weight,
): void {
  if (refs.length === 0) return;
  const targetOf = new Map<object, unknown>();
  for (const { node, value } of refs) {
    if (typeof value !== 'string') throw new Refused('a $ref is not a string');
    const written = JSON.stringify(truncate(value, 80));
    const local = localPart(value, id);
    if (local === undefined) throw new Refused(`$ref ${written} points outside the schema`);
    const pointer = anchors.get(local) ?? local;
    weigh(pointer, weight, 0, 0);
    const target = pointer === '' || pointer.startsWith('/') ? followReference(`#${pointer}`, copy) : undefined;
    const isSchema = typeof target === 'boolean' || (isRecord(target) && targets.has(target));
    if (!isSchema) throw new Refused(`$ref ${written} does not point to a schema`);
    node.$ref = `#${encodeURI(pointer)}`;
    targetOf.set(node, target);
  }
  refuseLoops(copy, targetOf);
}

/** Returns the decoded fragment after `#`; undefined if the reference is to another document. */
function localPart(ref: string, id: unknown): string | undefined {
  const [document = '', fragment = ''] = ref.split('#', 2);
  if (document !== '' && (typeof id !== 'string' || document !== id.split('#', 1)[0])) return undefined;
  if (document === '' && !ref.startsWith('#')) return undefined;
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
