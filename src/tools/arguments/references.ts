import { Refused } from './refused.ts';

/** What a schema's references lead to, and what they may lead to: its own parts, and those that are schemas. */
export interface References {
  readonly targets: Set<string>;
  readonly anchors: Set<string>;
  readonly refs: { readonly node: Record<string, unknown>; readonly keyword: string; readonly value: unknown }[];
}

/** Refuses a reference to anything else: to another document, and into data, where the walk has not been. */
export function checkReferences({ targets, anchors, refs }: References, id: unknown): void {
  for (const { node, keyword, value } of refs) {
    if (typeof value === 'boolean') continue; // $recursiveAnchor's kin
    if (typeof value !== 'string') throw new Refused(`its ${keyword} is not a text`);
    const local = localPart(value, id);
    if (local === undefined)
      throw new Refused(`its ${keyword} points outside of it: ${JSON.stringify(value.slice(0, 80))}`);
    if (!targets.has(local) && !anchors.has(local))
      throw new Refused(`its ${keyword} ${JSON.stringify(value.slice(0, 80))} leads to no schema`);
    node[keyword] = value.includes('#') ? value.slice(value.indexOf('#')) : '#';
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
