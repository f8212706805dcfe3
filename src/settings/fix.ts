import { exampleAt, jsonLine, writtenAt } from './example.ts';
import type { Finding } from './findings.ts';
import { meantValue, meantWord } from './meant.ts';
import { outlineAt, type Path } from './outline.ts';
import type { Place } from './problem.ts';
import { mayBeSecret } from './wording.ts';

/**
 * What to write instead; where nothing better is known, the setting's example. `variable` is the one that the value, a
 * secret, came from.
 */
export function fixFor({ issue, path }: Finding, value: unknown, place: Place, variable?: string): string {
  if (issue.code === 'invalid_key') return 'choose another name';
  if (issue.code === 'too_small' && variable !== undefined)
    return `give ${variable} at least ${issue.minimum} characters`;
  if (issue.code === 'custom' && typeof issue.params?.fix === 'string') return issue.params.fix;
  if (issue.code === 'custom' && issue.params?.instead !== undefined) return settingsFix(issue.params.instead, place);
  if (issue.code === 'invalid_value' && typeof value === 'string') {
    const meant = meantWord(value, issue.values.map(String));
    if (meant !== undefined) return `did you mean "${meant}"?`;
  }
  return valueFix(value, path, place) ?? exampleAt(path, place);
}

/** Several settings, where one was written for all of them. */
function settingsFix(instead: object, place: Place): string {
  const settings = Object.entries(instead).map(([name, value]) => writtenAt([name], place, value));
  return settings.join(place.kind === 'file' ? ', ' : ' ');
}

const MOST_LETTERS = 120; // a problem stays one readable line

/** The user's own value in the right form, if it may be shown. */
function valueFix(value: unknown, path: Path, place: Place): string | undefined {
  const meant = meantValue(value, path);
  const isShown = typeof meant === 'boolean' || !mayBeSecret(path);
  if (meant !== undefined && isShown && jsonLine(meant).length <= MOST_LETTERS) return writtenAt(path, place, meant);
  if (isListOfNamed(value, path)) return 'give each a name: { "name": { … } }';
  return isOneOfList(value, path) ? 'put it in a list: [{ … }]' : undefined;
}

function isOneOfList(value: unknown, path: Path): boolean {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && outlineAt([...path, 0])?.type === 'object';
}

function isListOfNamed(value: unknown, path: Path): boolean {
  return Array.isArray(value) && value.length > 0 && outlineAt([...path, ''])?.type === 'object';
}
