import type { z } from 'zod';
import { found, isRecord, nearest } from '../core/index.ts';
import { type Finding, findingsAt, findingsIn, isWithin } from './findings.ts';
import { fixFor, meantWord } from './fix.ts';
import { type Layer, pathText } from './layer.ts';
import { fewWords, mayBeSecret, type Outline, outlineAt, type Path } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';

/**
 * Checks a layer against the schema, except at the paths in `told`. `variables` maps the path of each secret to the variable that
 * contains it.
 */
export function checkLayer(
  layer: Layer,
  variables: ReadonlyMap<string, string>,
  told: ReadonlySet<string>,
): SettingsProblem[] {
  const findings = findingsIn(layer.values)
    .filter(({ path }) => !told.has(pathText(path)))
    .slice(0, MOST_PROBLEMS);
  return withoutEchoes(findings, layer.values)
    .flatMap((finding) => problemsOf(finding, layer, variables))
    .slice(0, MOST_PROBLEMS);
}

function problemsOf(finding: Finding, layer: Layer, variables: ReadonlyMap<string, string>): SettingsProblem[] {
  const { issue, path } = finding;
  if (isOfNames(issue)) return namesIn(issue).map((name) => unknownName(name, path, layer));
  const value = valueAt(layer.values, path);
  const place = layer.place(path, issue.code === 'invalid_key' ? 'name' : 'value');
  const fix = fixFor(finding, value, place, variables.get(pathText(path)));
  return [{ place, path: pathText(path), wrong: wrongWith(issue, value, path), fix }];
}

/** Describes the problem: what was expected and what was found, or the message of the schema. */
function wrongWith(issue: z.core.$ZodIssue, value: unknown, path: Path): string {
  if (value === undefined) return 'is missing';
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'is not a valid name';
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
  }
  const at = outlineAt(path) ?? {};
  const range = issue.code === 'invalid_type' ? '' : ` from ${at.minimum} to ${at.maximum}`;
  const expected = at.type === 'integer' ? `a whole number${range}` : expectation(at);
  const isShown = !mayBeSecret(path) || isNearlyOneOf(at.enum, value);
  return `expected ${expected}, got ${isShown ? found(value) : hidden(value)}`;
}

/** True if the value is a mistyped keyword, which is not a secret and may be shown. */
function isNearlyOneOf(words: readonly unknown[] = [], value: unknown): boolean {
  return typeof value === 'string' && nearest(value, words.map(String)) !== undefined;
}

function hidden(value: unknown): string {
  if (typeof value === 'string') return 'a string';
  return typeof value === 'number' ? 'a number' : found(value);
}

function expectation(at: Outline): string {
  const words = fewWords(at)?.map((word) => JSON.stringify(word));
  const forms = at.type === undefined ? at.anyOf?.map((form) => expectation(Object(form))) : undefined;
  return either(words ?? forms ?? [TYPES.get(at.type) ?? 'an object']);
}

const TYPES: ReadonlyMap<unknown, string> = new Map([
  ['boolean', 'true or false'],
  ['string', 'a string'],
  ['number', 'a number'],
  ['array', 'a list'],
]);

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function unknownName(name: string, path: Path, layer: Layer): SettingsProblem {
  return {
    place: layer.place([...path, name], 'name'),
    path: pathText(path),
    wrong: `${found(name)} is not a setting${path.length === 0 ? '' : ' here'}`,
    fix: foreignFix(name, path, layer) ?? fixForName(name, namesAt(path)),
  };
}

function fixForName(name: string, known: readonly string[]): string {
  const meant = meantWord(name, known);
  return meant === undefined ? `remove it, or use one of ${known.join(', ')}` : `did you mean "${meant}"?`;
}

/** Returns the fix for names that other clients use for their servers, or beside them. */
function foreignFix(name: string, path: Path, { values }: Layer): string | undefined {
  if (path.length === 1 && path[0] === 'mcp') {
    return isRecord(valueAt(values, [...path, name])) ? 'move it to "mcpServers"' : undefined; // opencode keeps its servers there
  }
  if (path.length > 0) return undefined;
  if (name === 'context_servers') return 'did you mean "mcpServers"?'; // Zed's name
  return name === 'inputs'
    ? `remove it; put the value that it asks for in an environment variable, and write \${env:NAME}`
    : undefined; // VS Code
}

/** Reports a mistyped name as one problem: removes the issues that the right name would solve. */
function withoutEchoes(findings: readonly Finding[], values: unknown): readonly Finding[] {
  return findings.reduce((rest, { issue, path }) => {
    if (!isOfNames(issue)) return rest;
    const mended = withMeantNames(Object(valueAt(values, path)), namesIn(issue), namesAt(path));
    const remaining = new Set(findingsAt(path, mended).map((finding) => textOf(finding, [])));
    return rest.filter(
      (finding) => isOfNames(finding.issue) || !isWithin(finding.path, path) || remaining.has(textOf(finding, path)),
    );
  }, findings);
}

function withMeantNames(object: object, unknown: readonly string[], known: readonly string[]): object {
  const free = known.filter((name) => !Object.hasOwn(object, name));
  const meant = new Map(unknown.map((name) => [name, meantWord(name, free)]));
  return Object.fromEntries(Object.entries(object).map(([name, member]) => [meant.get(name) ?? name, member]));
}

function textOf({ issue, path }: Finding, outer: Path): string {
  return JSON.stringify([path.slice(outer.length), issue.message]);
}

function isOfNames(issue: z.core.$ZodIssue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys';
}

function namesIn({ keys }: z.core.$ZodIssueUnrecognizedKeys): readonly string[] {
  return keys.slice(0, MOST_PROBLEMS);
}

function namesAt(path: Path): string[] {
  return Object.keys(outlineAt(path)?.properties ?? {}).filter((name) => name !== '$schema');
}

/** Returns the value at a path. Reads own properties only, because the names in a path are untrusted. */
function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = Reflect.get(at, segment);
  }
  return at;
}
