import type { z } from 'zod';
import { nearest } from '../core/index.ts';
import { exampleAt } from './example.ts';
import { type Layer, pathText } from './layer.ts';
import { outlineAt, type Path } from './outline.ts';
import type { SettingsProblem } from './problem.ts';
import { settingsSchema } from './schema.ts';
import { quoted, wrongWith } from './wording.ts';

/** What the schema has against a layer. */
export function checkLayer(layer: Layer): SettingsProblem[] {
  const result = settingsSchema.safeParse(layer.values);
  const issues = result.success ? [] : result.error.issues.slice(0, MOST_PROBLEMS);
  return issues.flatMap((issue) => problemsOf(issue, [], layer)).slice(0, MOST_PROBLEMS);
}

const MOST_PROBLEMS = 50; // nobody reads more, and finding each place walks the file

type Issue = z.core.$ZodIssue;

function problemsOf(issue: Issue, outer: Path, layer: Layer): SettingsProblem[] {
  const path = [...outer, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  const deeper = issue.code === 'invalid_union' ? issue.errors.find(isInside) : undefined;
  if (deeper !== undefined) return deeper.flatMap((inner) => problemsOf(inner, path, layer));
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MOST_PROBLEMS).map((name) => unknownName(name, path, layer));
  }
  const value = valueAt(layer.values, path);
  const place = layer.place(path, issue.code === 'invalid_key' ? 'name' : 'value');
  const fix = fixOf(issue, value) ?? exampleAt(path, place);
  return [{ place, path: pathText(path), wrong: wrongWith(issue, value, path), fix }];
}

/** Of two forms that a setting may have, the one that was meant is wrong only further in. */
function isInside(issues: readonly Issue[]): boolean {
  return issues.every(({ path }) => path.length > 0);
}

function unknownName(name: string, path: Path, layer: Layer): SettingsProblem {
  const known = Object.keys(outlineAt(path)?.properties ?? {}).filter((one) => one !== '$schema');
  const meant = nearest(name, known);
  return {
    place: layer.place([...path, name], 'name'),
    path: pathText(path),
    wrong: `${quoted(name)} is not a setting${path.length === 0 ? '' : ' here'}`,
    fix: meant === undefined ? `remove it; known are ${known.join(', ')}` : `did you mean "${meant}"?`,
  };
}

/** A fix that fits better than the setting's example. */
function fixOf(issue: Issue, value: unknown): string | undefined {
  if (issue.code === 'invalid_key') return 'choose another name';
  if (issue.code === 'custom' && typeof issue.params?.fix === 'string') return issue.params.fix;
  if (issue.code !== 'invalid_value' || typeof value !== 'string') return undefined;
  const meant = nearest(value, issue.values.map(String));
  return meant === undefined ? undefined : `did you mean "${meant}"?`;
}

/** By own members only: the names in a path are foreign. */
function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = Reflect.get(at, segment);
  }
  return at;
}
