/**
 * Makes a name of each text, so that no two are equal. Texts whose names are equal are numbered in alphabetical order, and a
 * text that already is a name comes first, so the order of the list does not matter.
 */
export function distinctNames(texts: readonly string[], nameOf: (text: string) => string): readonly string[] {
  const wanted = texts.map((text, place) => ({ text, place, name: nameOf(text) }));
  const taken = new Set(wanted.map(({ name }) => name));
  const used = new Set<string>();
  const counts = new Map<string, number>();
  const names: string[] = [];
  for (const { name, place } of wanted.sort(byClaim)) {
    let free = name;
    for (let count = counts.get(name) ?? 2; used.has(free); count++) {
      free = `${name}_${count}`;
      if (taken.has(free)) free = name;
      counts.set(name, count);
    }
    used.add(free);
    names[place] = free;
  }
  return names;
}

interface Wanted {
  readonly text: string;
  readonly place: number;
  readonly name: string;
}

function byClaim(a: Wanted, b: Wanted): number {
  const exact = Number(b.text === b.name) - Number(a.text === a.name);
  return exact || (a.text < b.text ? -1 : a.text > b.text ? 1 : a.place - b.place);
}
