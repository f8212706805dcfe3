/** Fields of a protocol's object that have no neutral form. */
export type Fields = Readonly<Record<string, unknown>>;

/** The protocols that clients and servers speak. */
export type WireName = 'chat' | 'messages' | 'ollama';

/** Fields that only one protocol knows, by protocol. They are never passed to another protocol. */
export type WireFields = Readonly<Partial<Record<WireName, Fields>>>;

/** Merges the fields of both, protocol by protocol. If both have a field of the same name, the second wins. */
export function joinedExtra(first: WireFields | undefined, second?: WireFields): { extra?: WireFields } {
  if (first === undefined || second === undefined) {
    const only = first ?? second;
    return only === undefined ? {} : { extra: only };
  }
  const extra: Partial<Record<WireName, WireFields[WireName]>> = { ...first };
  for (const [wire, fields] of Object.entries(second))
    extra[wire as WireName] = { ...first[wire as WireName], ...fields };
  return { extra: extra as WireFields };
}
