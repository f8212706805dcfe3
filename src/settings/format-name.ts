import { z } from 'zod';
import { found, nearest } from '../core/index.ts';
import { findFormats, formatNames } from '../formats/index.ts';

/** The names of a format: a record's, a plain one, or `family`. Editors hear them through the JSON Schema. */
export function formatName() {
  return z
    .string()
    .check(({ value, issues }) => {
      if (names.has(value)) return;
      issues.push({ code: 'custom', ...wrongName(value), input: value });
    })
    .meta({ enum: [...names] });
}

/** What other engines call it is not taken, so that there is one name for each; but it is known. */
function wrongName(name: string): { message: string; params: { fix: string } } {
  const id = findFormats(name.toLowerCase())?.[0]?.id;
  if (id !== undefined)
    return { message: `${found(name)} is what others call ${found(id)}`, params: { fix: `write "${id}"` } };
  const meant = nearest(name, names);
  const fix = meant === undefined ? `write one of ${SOME}, or a name that "toolpath formats" lists` : didYouMean(meant);
  return { message: `${found(name)} is no format`, params: { fix } };
}

function didYouMean(name: string): string {
  return `did you mean "${name}"?`;
}

const PLAIN = ['native', 'family', 'code', 'hermes', 'mistral', 'pythonic', 'pure_json'];
const SOME = PLAIN.join(', ');

const names: ReadonlySet<string> = new Set([...PLAIN, ...formatNames()]);
