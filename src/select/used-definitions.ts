import { type Fields, isRecord } from '../core/index.ts';

/**
 * Returns a schema without the entries of its `$defs` and `definitions` that no reference reaches. Generators write the
 * definitions of a whole service into the schema of every tool, and a model would pay for all of them. Returns the schema
 * itself if it contains a reference that cannot be followed. Takes linear time at any depth.
 */
export function withUsedDefinitions(schema: Fields): Fields {
  const all = definitionsIn(schema);
  const used = all.size === 0 ? undefined : usedAmong(all, schema);
  if (used === undefined || used.size === all.size) return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (!KEYWORDS.includes(keyword) || !isRecord(value)) return [[keyword, value]];
    const kept = Object.entries(value).filter(([name]) => used.has(pointerTo(keyword, name)));
    return kept.length === 0 ? [] : [[keyword, Object.fromEntries(kept)]];
  });
  return Object.fromEntries(entries);
}

const KEYWORDS = ['$defs', 'definitions'];
const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
const ANCHORS = ['$anchor', '$dynamicAnchor'];

/** Returns the definitions at the top of a schema, by pointer. */
function definitionsIn(schema: Fields): ReadonlyMap<string, unknown> {
  const all = KEYWORDS.flatMap((keyword) =>
    Object.entries(isRecord(schema[keyword]) ? schema[keyword] : {}).map(
      ([name, definition]) => [pointerTo(keyword, name), definition] as const,
    ),
  );
  return new Map(all);
}

function pointerTo(keyword: string, name: string): string {
  return `${keyword}/${name}`;
}

/**
 * Returns the pointers of the definitions that are used, directly or by other used definitions; undefined if a reference
 * cannot be followed. Reads every part as if it were a schema: a reference inside data can only keep too much.
 */
function usedAmong(all: ReadonlyMap<string, unknown>, schema: Fields): ReadonlySet<string> | undefined {
  const { $id: _, $defs, definitions, ...top } = schema;
  const waiting: unknown[] = [top, ...[$defs, definitions].filter((value) => !isRecord(value))];
  const used = new Set<string>();
  let anchors: Anchors | undefined;
  while (waiting.length > 0) {
    for (const [keyword, value] of membersOf(waiting.pop())) {
      if (typeof value === 'object') waiting.push(value);
      if (typeof value !== 'string') continue;
      // A part with an address of its own changes the meaning of the references inside it.
      if (keyword === '$id' && !value.startsWith('#')) return undefined;
      // Keywords outside of JSON Schema refer to definitions as well, such as the mapping of OpenAPI's discriminator.
      if (!REFERENCES.includes(keyword) && !KEYWORDS.includes(segmentsOf(value)?.[0] ?? '')) continue;
      if (isAnchor(value)) anchors ??= anchorsIn(all, top);
      const targets = targetsOf(value, all, anchors);
      if (targets === undefined) return undefined;
      for (const target of targets) {
        if (!used.has(target)) waiting.push(all.get(target));
        used.add(target);
      }
    }
  }
  return used;
}

/** The definitions that contain each anchor, by its name. */
type Anchors = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the definitions that a reference needs: none if it points to a part outside of the definitions. Undefined if the
 * reference cannot be followed.
 */
function targetsOf(
  reference: string,
  all: ReadonlyMap<string, unknown>,
  anchors: Anchors | undefined,
): readonly string[] | undefined {
  if (isAnchor(reference)) return anchors?.get(reference.slice(1));
  if (reference === '#') return [];
  const segments = segmentsOf(reference);
  if (segments === undefined) return undefined;
  const [keyword = '', name] = segments;
  if (!KEYWORDS.includes(keyword)) return [];
  const pointer = pointerTo(keyword, name ?? '');
  return name !== undefined && all.has(pointer) ? [pointer] : undefined;
}

/** Returns the first two segments of a pointer, decoded: `["$defs", "a"]` for `#/%24defs/a/items`. Undefined for other texts. */
function segmentsOf(text: string): readonly string[] | undefined {
  return text.startsWith('#/') ? text.split('/', 3).slice(1).map(decoded) : undefined;
}

function isAnchor(reference: string): boolean {
  return reference.startsWith('#') && reference.length > 1 && !reference.startsWith('#/');
}

function anchorsIn(all: ReadonlyMap<string, unknown>, top: Fields): Anchors {
  const anchors = new Map<string, string[]>();
  for (const [pointer, part] of [[undefined, top] as const, ...all]) {
    const waiting = [part];
    while (waiting.length > 0) {
      for (const [keyword, value] of membersOf(waiting.pop())) {
        if (typeof value === 'object') waiting.push(value);
        if (typeof value !== 'string' || !ANCHORS.includes(keyword)) continue;
        const holders = anchors.get(value) ?? [];
        if (pointer !== undefined) holders.push(pointer);
        anchors.set(value, holders);
      }
    }
  }
  return anchors;
}

function membersOf(part: unknown): readonly [string, unknown][] {
  return typeof part === 'object' && part !== null ? Object.entries(part) : [];
}

function decoded(segment: string): string {
  const unescaped = (text: string) => text.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return unescaped(decodeURIComponent(segment));
  } catch {
    return unescaped(segment);
  }
}
