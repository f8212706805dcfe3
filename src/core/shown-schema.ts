import type { Fields } from './fields.ts';
import { hasHidden, withoutHidden } from './hidden-text.ts';
import { isRecord } from './record.ts';
import { truncateBytes } from './truncate.ts';

/** A schema as models and people see it, with the changes that were needed. */
export interface ShownSchema {
  readonly schema: Fields;
  /** Path of the first text that contained invisible characters, such as `properties.path.description`. */
  readonly hiddenText: string | undefined;
  /** Path of the first text that was truncated, with its length before. */
  readonly cut: { readonly at: string; readonly length: number } | undefined;
  /** True if a name inside the schema contains invisible characters. Names are not changed, because calls use them. */
  readonly hasHiddenName: boolean;
}

/**
 * Copies a schema from an untrusted source, without the invisible characters in its texts and with descriptions of at most
 * `mostBytes`. The copy is for showing only: an enum value may differ from the value that the tool accepts, and the check of
 * the arguments restores it. The depth of the schema must be bounded.
 */
export function shownSchema(schema: Fields, mostBytes: number): ShownSchema {
  const showing: Showing = { mostBytes, trail: [], hiddenText: undefined, cut: undefined, hasHiddenName: false };
  const copy = showObject(schema, showing);
  const { hiddenText, cut, hasHiddenName } = showing;
  return { schema: copy, hiddenText, cut, hasHiddenName };
}

interface Showing {
  readonly mostBytes: number;
  /** The names on the way to the current value. */
  readonly trail: string[];
  hiddenText: ShownSchema['hiddenText'];
  cut: ShownSchema['cut'];
  hasHiddenName: boolean;
}

function show(value: unknown, name: string, showing: Showing): unknown {
  showing.trail.push(name);
  const shown =
    typeof value === 'string'
      ? showText(value, name, showing)
      : Array.isArray(value)
        ? showList(value, name, showing)
        : isRecord(value)
          ? showObject(value, showing)
          : value;
  showing.trail.pop();
  return shown;
}

function showObject(value: Fields, showing: Showing): Fields {
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    showing.hasHiddenName ||= hasHidden(name);
    return [name, show(member, name, showing)];
  });
  return Object.fromEntries(entries);
}

/** Copies a list. Two values of an enum may become the same text, and providers reject an enum with duplicates. */
function showList(items: readonly unknown[], name: string, showing: Showing): readonly unknown[] {
  if (name === 'required') showing.hasHiddenName ||= items.some((item) => typeof item === 'string' && hasHidden(item));
  const shown = items.map((item, place) => show(item, String(place), showing));
  return name === 'enum' ? [...new Set(shown)] : shown;
}

function showText(given: string, name: string, showing: Showing): string {
  const clean = withoutHidden(given);
  if (clean !== given) showing.hiddenText ??= showing.trail.join('.');
  if (!BOUNDED.has(name)) return clean;
  const bounded = truncateBytes(clean, showing.mostBytes, ' [… cut]');
  if (bounded !== clean) showing.cut ??= { at: showing.trail.join('.'), length: given.length };
  return bounded;
}

/** The keywords whose texts are truncated. Other texts matter for calls; all together are bounded by the schema's size. */
const BOUNDED: ReadonlySet<string> = new Set(['description', 'title', '$comment']);
