import { truncate } from '../../core/index.ts';
import { Refused } from './refused.ts';

/** The references found in a schema, and the subschemas that they may point to. */
export interface References {
  /** JSON pointers of all subschemas. */
  readonly targets: Set<string>;
  /** The JSON pointer of each anchored subschema, by anchor name. */
  readonly anchors: Map<string, string>;
  readonly refs: { readonly node: Record<string, unknown>; readonly value: unknown }[];
}

/**
 * Rewrites every reference as a JSON pointer. Throws Refused for a reference to another document, or to data that is not
 * a subschema.
 */
export function checkReferences({ targets, anchors, refs }: References, id: unknown): void {
  for (const { node, value } of refs) {
    if (typeof value !== 'string') throw new Refused('a $ref is not a string');
    const written = JSON.stringify(truncate(value, 80));
    const local = localPart(value, id);
    if (local === undefined) throw new Refused(`$ref ${written} points outside the schema`);
    const target = anchors.get(local) ?? local;
    if (!targets.has(target)) throw new Refused(`$ref ${written} does not point to a schema`);
    node.$ref = `#${encodeURI(target)}`;
  }
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
