/** Formats the segments of `/trip/legs/0/from` as `trip.legs[0].from`. */
export function pathText(segments: readonly string[]): string {
  return segments
    .map((segment, place) => (/^\d+$/.test(segment) ? `[${segment}]` : place === 0 ? segment : `.${segment}`))
    .join('');
}

/** Splits a JSON pointer. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Returns the JSON pointer of a member. */
export function memberPointer(pointer: string, name: string): string {
  return `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the value at a path. Undefined if there is none; untrusted names find own properties only. */
export function valueAt(root: unknown, path: readonly string[]): { readonly value: unknown } | undefined {
  let value = root;
  for (const segment of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Record<string, unknown>)[segment];
  }
  return { value };
}
