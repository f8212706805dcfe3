import type { Sheet } from './sheet.ts';

/** An IANA time zone, by its own name or by its city. */
export function findZone(sheet: Sheet): string | undefined {
  for (const place of sheet.free(() => true)) {
    const isProper = /^\p{Lu}/u.test(sheet.sights[place]?.text ?? '') || sheet.word(place - 1) === 'in';
    for (const count of isProper ? [3, 2, 1] : []) {
      const zone = zones().get(sheet.words(place, count));
      if (zone === undefined) continue;
      sheet.use(place, count);
      return zone;
    }
  }
  return undefined;
}

let known: ReadonlyMap<string, string> | undefined;

/** By `america/new_york` and by `new york`; made when first asked for. */
function zones(): ReadonlyMap<string, string> {
  known ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), 'UTC'].flatMap((zone) => [
      [zone.toLowerCase(), zone],
      [
        zone
          .slice(zone.lastIndexOf('/') + 1)
          .replaceAll('_', ' ')
          .toLowerCase(),
        zone,
      ],
    ]),
  );
  return known;
}
