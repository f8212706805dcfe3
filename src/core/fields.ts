/** Members of a wire's object that have no word here. */
export type Fields = Readonly<Record<string, unknown>>;

/** The protocols that clients and servers speak. */
export type WireName = 'chat' | 'messages' | 'ollama';

/** What only one wire knows, by that wire. It is passed to no other. */
export type WireFields = Readonly<Partial<Record<WireName, Fields>>>;

/** The members of both, wire by wire; of two with one name the later counts. */
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
