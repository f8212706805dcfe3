/** A snapshot of an object's properties by path, to detect later changes. */
export type OwnProperties = ReadonlyMap<string, unknown>;

/** Takes a snapshot of plain objects and arrays. Other values (a schema, a function, a class instance) count by identity. */
export function ownProperties(root: object): OwnProperties {
  const found = new Map<string, unknown>([['prototype', Object.getPrototypeOf(root)]]);
  const walk = (object: object, path: string): void => {
    for (const key of Reflect.ownKeys(object)) {
      const { value, ...flags } = Object.getOwnPropertyDescriptor(object, key) ?? {};
      const place = `${path}.${String(key)}`;
      for (const [flag, setting] of Object.entries(flags)) found.set(`${place} (${flag})`, setting);
      found.set(place, value);
      if (isPlain(value)) walk(value, place);
    }
  };
  walk(root, '');
  return found;
}

/** Returns the paths at which two snapshots differ. */
export function differences(before: OwnProperties, after: OwnProperties): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter(
    (path) => before.has(path) !== after.has(path) || !Object.is(before.get(path), after.get(path)),
  );
}

function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype || prototype === null;
}
