/** What an object holds at this moment, by path: to see later whether anybody touched it. */
export type OwnProperties = ReadonlyMap<string, unknown>;

/** Walks through plain objects and lists; anything else (a schema, a function, a class's instance) counts by identity. */
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

/** The paths where the two differ. */
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
