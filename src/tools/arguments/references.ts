import { truncate } from '../../core/index.ts';
import { Refused } from './refused.ts';

/** What a schema's references lead to, and what they may lead to: its own parts, and those that are schemas. */
export interface References {
  readonly targets: Set<string>;
  /** By name, the place of the part that bears it. */
  readonly anchors: Map<string, string>;
  readonly refs: { readonly node: Record<string, unknown>; readonly value: unknown }[];
}

/** Makes every reference a plain path, and refuses one to another document, or into data, where the walk has not been. */
export function checkReferences({ targets, anchors, refs }: References, id: unknown): void {
  for (const { node, value } of refs) {
    if (typeof value !== 'string') throw new Refused('its $ref is not a text');
    const written = JSON.stringify(truncate(value, 80));
    const local = localPart(value, id);
    if (local === undefined) throw new Refused(`its $ref points outside of it: ${written}`);
    const target = anchors.get(local) ?? local;
    if (!targets.has(target)) throw new Refused(`its $ref ${written} leads to no schema`);
    node.$ref = `#${encodeURI(target)}`;
  }
}

/** What follows the `#`, decoded; undefined where it belongs to another document. */
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
