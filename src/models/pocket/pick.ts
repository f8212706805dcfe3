import type { Fields } from '../../core/index.ts';
import { roleOf } from './manners.ts';
import type { Property } from './properties.ts';
import type { Sheet } from './sheet.ts';

/** What a property's value is looked for in. */
export interface Ground {
  readonly sheet: Sheet;
  readonly now: Date;
  /** The words by which the tool is asked for. */
  readonly asking: ReadonlySet<string>;
  /** The schema that references point into. */
  readonly root: Fields;
  /** Those of the same object that have no value yet. */
  readonly open: readonly Property[];
  readonly depth: number;
}

/**
 * Of several pieces that would all do, the one that is meant: beside the property's name, behind a word that leads to it
 * (`from`, `to`), behind a number where that is where it starts, or else the first that is meant for no other property.
 */
export function pick(property: Property, { sheet, open }: Ground, places: readonly number[]): number | undefined {
  const role = roleOf(property.words);
  const rivals = open.filter(({ name, kind }) => name !== property.name && kind === property.kind);
  const isRivals = (place: number) =>
    rivals.some((rival) => isNamed(rival, sheet, place) || roleOf(rival.words)?.leads.has(sheet.lead(place)) === true);
  return (
    places.find((place) => isNamed(property, sheet, place)) ??
    places.find((place) => role?.leads.has(sheet.lead(place))) ??
    places.find((place) => role?.isSource === true && sheet.sights[place - 1]?.kind === 'number') ??
    places.find((place) => !isRivals(place))
  );
}

export function isNamed(property: Property, sheet: Sheet, place: number): boolean {
  const sight = sheet.sights[place];
  if (sight?.kind === 'number' && sight.unit !== undefined) return property.words.has(sight.unit);
  return nameBeside(property, sheet, place) !== undefined;
}

/** Where the property's name stands beside it: `20 sides`, `limit of 5`, `sides: 20`. */
export function nameBeside({ words }: Property, sheet: Sheet, place: number): number | undefined {
  const isName = (at: number) => words.has(sheet.word(at)) || sheet.roots(at).some((root) => words.has(root));
  if (sheet.sights[place]?.end === undefined && !sheet.isSmall(place + 1) && isName(place + 1)) return place + 1;
  if (isName(place - 1)) return place - 1;
  return sheet.isSmall(place - 1) && isName(place - 2) ? place - 2 : undefined;
}
