import { nearest } from '../../core/index.ts';
import type { Format } from '../format.ts';
import { checkCatalogue } from './check.ts';
import { envelopes } from './envelopes.ts';
import { frames } from './frames.ts';
import { python } from './python.ts';
import { raw } from './raw.ts';
import { tagged } from './tagged.ts';

/** All known formats. */
export const formats: readonly Format[] = [...envelopes, ...frames, ...tagged, ...python, ...raw];

/**
 * Generic format name → ids of its records. Settings can use these names without knowing the model's family. `native` has no
 * records, because native calls are not text.
 */
export const plainNames: ReadonlyMap<string, readonly string[]> = new Map([
  ['native', []],
  ['code', ['code_mode']],
  ['hermes', ['hermes']],
  ['mistral', ['mistral_v3', 'mistral_v11']],
  ['pythonic', ['pythonic']],
  ['pure_json', ['pure_json']],
]);

const byId: ReadonlyMap<string, Format> = new Map(formats.map((format) => [format.id, format]));

const byName = indexNames();

/** Returns the records for an id, a generic name or another engine's name of a parser; undefined if the name is unknown. */
export function findFormats(name: string): readonly Format[] | undefined {
  return byName.get(name);
}

/** Returns the records for a name. Throws if the name is unknown. */
export function formatsNamed(name: string): readonly Format[] {
  const found = findFormats(name);
  if (found !== undefined) return found;
  const meant = nearest(name, formatNames());
  throw new Error(`There is no format "${name}".${meant === undefined ? '' : ` Did you mean "${meant}"?`}`);
}

/** Returns the names that settings may use: every id, and the generic names that are not ids. */
export function formatNames(): readonly string[] {
  return [...byId.keys(), ...[...plainNames.keys()].filter((name) => !byId.has(name))];
}

function indexNames(): ReadonlyMap<string, readonly Format[]> {
  const problems = checkCatalogue(formats, plainNames);
  if (problems.length > 0) throw new Error(`The catalogue of formats is invalid:\n${problems.join('\n')}`);

  const names = new Map<string, readonly Format[]>();
  for (const format of formats) for (const alias of format.aliases ?? []) names.set(alias, [format]);
  for (const [name, ids] of plainNames)
    names.set(
      name,
      formats.filter(({ id }) => ids.includes(id)),
    );
  for (const format of formats) names.set(format.id, [format]);
  return names;
}
