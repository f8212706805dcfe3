import { nearest } from '../../core/index.ts';
import type { Format } from '../format.ts';
import { checkCatalogue } from './check.ts';
import { envelopes } from './envelopes.ts';
import { frames } from './frames.ts';
import { python } from './python.ts';
import { raw } from './raw.ts';
import { tagged } from './tagged.ts';

/** Every way to write calls as text that we know. */
export const formats: readonly Format[] = [...envelopes, ...frames, ...tagged, ...python, ...raw];

/** The names that settings use before they know of families → the records that they stand for. Native calls are no text. */
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

/** The records that a name stands for: an id, a plain name, or what another engine calls it. */
export function findFormats(name: string): readonly Format[] | undefined {
  return byName.get(name);
}

/** The same where a name that has none is the caller's mistake. */
export function formatsNamed(name: string): readonly Format[] {
  const found = findFormats(name);
  if (found !== undefined) return found;
  const meant = nearest(name, formatNames());
  throw new Error(`there is no format "${name}"${meant === undefined ? '' : `: did you mean "${meant}"?`}`);
}

/** The names that settings may use: every id, and the plain names that are none. */
export function formatNames(): readonly string[] {
  return [...byId.keys(), ...[...plainNames.keys()].filter((name) => !byId.has(name))];
}

function indexNames(): ReadonlyMap<string, readonly Format[]> {
  const problems = checkCatalogue(formats, plainNames);
  if (problems.length > 0) throw new Error(`The catalogue of formats is broken:\n${problems.join('\n')}`);

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
