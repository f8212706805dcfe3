import type { z } from 'zod';
import { isRecord } from '../core/index.ts';
import { type Finding, findingsAt, findingsIn, isWithin } from './findings.ts';
import { fixFor } from './fix.ts';
import { type Layer, pathText } from './layer.ts';
import { meantWord } from './meant.ts';
import { outlineAt, type Path } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';
import { quoted, wrongWith } from './wording.ts';

/** What the schema has against a layer. `variables` are those that hold its secrets, by the path of the secret. */
export function checkLayer(layer: Layer, variables: ReadonlyMap<string, string>): SettingsProblem[] {
  const findings = findingsIn(layer.values).slice(0, MOST_PROBLEMS);
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

function unknownName(name: string, path: Path, layer: Layer): SettingsProblem {
  return {
    place: layer.place([...path, name], 'name'),
    path: pathText(path),
    wrong: `${quoted(name)} is not a setting${path.length === 0 ? '' : ' here'}`,
    fix: foreignFix(name, path, layer) ?? fixForName(name, namesAt(path)),
  };
}

function fixForName(name: string, known: readonly string[]): string {
  const meant = meantWord(name, known);
  return meant === undefined ? `remove it; known are ${known.join(', ')}` : `did you mean "${meant}"?`;
}

/** What other clients keep beside their servers, or call them. */
function foreignFix(name: string, path: Path, { values }: Layer): string | undefined {
  if (path.length === 1 && path[0] === 'mcp') {
    return isRecord(valueAt(values, [...path, name])) ? 'move it to "mcpServers"' : undefined; // opencode's place
  }
  if (path.length > 0) return undefined;
  if (name === 'context_servers') return 'did you mean "mcpServers"?'; // Zed's word
  return name === 'inputs' ? `remove it; what it asks for goes in a variable, written \${env:NAME}` : undefined; // VS Code's
}

/** A mistyped name is one problem: what would not be wrong under the right name is left out. */
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

/** By own members only: the names in a path are foreign. */
function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const segment of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, segment)) return undefined;
    at = Reflect.get(at, segment);
  }
  return at;
}
