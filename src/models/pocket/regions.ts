/** Returns the English names and the ISO code of a country, from one of them. Returns nothing for other texts. */
export function regionNames(text: string): readonly string[] {
  regions ??= allRegions();
  if (regions.has(text)) return [...(regions.get(text) ?? []), text];
  const wanted = text.toLowerCase();
  const [code, names = []] = [...regions].find(([, all]) => all.some((name) => name.toLowerCase() === wanted)) ?? [];
  return code === undefined ? [] : [...names, code];
}

let regions: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the names of all countries by their codes in capitals. */
function allRegions(): ReadonlyMap<string, readonly string[]> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const current = codes.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`);
  return new Map(
    current.flatMap((code) => {
      const name = names.of(code);
      return name === undefined || NO_COUNTRY.has(code)
        ? []
        : [[code, [name, ...(OTHER_NAMES.get(code) ?? [])]] as const];
    }),
  );
}

const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);
/** Usual names that differ from those of Unicode. */
const OTHER_NAMES: ReadonlyMap<string, readonly string[]> = new Map([
  ['CI', ['Ivory Coast']],
  ['CZ', ['Czech Republic']],
  ['GB', ['UK', 'Great Britain']],
  ['TR', ['Turkey']],
  ['US', ['USA', 'United States of America']],
]);
