/** Fields of a protocol's object that have no neutral form. */
export type Fields = Readonly<Record<string, unknown>>;

/** The protocols that clients and servers speak. */
export type WireName = 'chat' | 'messages' | 'ollama';

/** Fields that only one protocol knows, by protocol. They are never passed to another protocol. */
export type WireFields = Readonly<Partial<Record<WireName, Fields>>>;

/** Merges the fields of all, protocol by protocol. If several have a field of the same name, the last one wins. */
export function joinedExtra(...all: readonly (WireFields | undefined)[]): { extra?: WireFields } {
  const [only, ...others] = all.filter((each) => each !== undefined);
  if (only === undefined || others.length === 0) return only === undefined ? {} : { extra: only };
  const extra = new Map<string, Record<string, unknown>>();
  for (const each of [only, ...others]) {
    for (const [wire, fields] of Object.entries(each)) {
      const joined = extra.get(wire) ?? {};
      extra.set(wire, joined);
      for (const [name, value] of Object.entries(fields)) {
        // Not an assignment, because the name may be `__proto__`.
        Object.defineProperty(joined, name, { value, enumerable: true, configurable: true, writable: true });
      }
    }
  }
  return { extra: Object.fromEntries(extra) };
}
