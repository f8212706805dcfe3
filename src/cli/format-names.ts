import { nearest } from '../core/index.ts';
import { type Format, familyOf, findFormats, formatNames, formats } from '../formats/index.ts';

export type NamedFormats =
  | { readonly ok: true; readonly formats: readonly Format[] }
  | { readonly ok: false; readonly message: string };

/** The records that names stand for, each once. Other engines' names are taken too: this is where people try them. */
export function formatsNamed(names: readonly string[]): NamedFormats {
  const found = new Set<Format>();
  for (const name of names) {
    const meant = findFormats(name);
    if (meant === undefined) return { ok: false, message: noSuchFormat(name) };
    for (const format of meant) found.add(format);
  }
  return { ok: true, formats: [...found] };
}

/** A model's name is a usual mistake: then its family tells the format. */
function noSuchFormat(name: string): string {
  const aliases = formats.flatMap((format) => format.aliases ?? []);
  const meant = nearest(name, [...formatNames(), ...aliases]) ?? familyOf(name)?.format;
  const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `there is no format ${JSON.stringify(name)}.${guess} "toolpath formats" lists them.`;
}
