import { type Environment, type Layer, pathText } from './layer.ts';
import { memberOf, type Outline, outline, type Path } from './outline.ts';
import type { SettingsProblem } from './problem.ts';

export interface Resolved {
  readonly layer: Layer;
  /** What must not be shown, in every form it is likely to turn up. */
  readonly secrets: ReadonlySet<string>;
  /** The variables that were asked for, by the path of the secret. */
  readonly variables: ReadonlyMap<string, string>;
  readonly problems: readonly SettingsProblem[];
}

/** Replaces `env:NAME` by the variable's value wherever the schema knows a secret, and gathers the secrets. */
export function resolveSecrets(layer: Layer, env: Environment): Resolved {
  const search: Search = { layer, env, secrets: new Set(), variables: new Map(), problems: [] };
  const values = resolve(layer.values, outline, [], search) as Layer['values'];
  return { ...search, layer: { ...layer, values } };
}

interface Search {
  readonly layer: Layer;
  readonly env: Environment;
  readonly secrets: Set<string>;
  readonly variables: Map<string, string>;
  readonly problems: SettingsProblem[];
}

function resolve(value: unknown, at: Outline | undefined, path: Path, search: Search): unknown {
  if (at === undefined) return value;
  if (typeof value === 'string') return at.writeOnly === true ? resolveText(value, path, search) : value;
  if (Array.isArray(value)) {
    return value.map((item, place) => resolve(item, memberOf(at, place), [...path, place], search));
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  return Object.fromEntries(
    members.map(([name, member]) => [name, resolve(member, memberOf(at, name), [...path, name], search)]),
  );
}

function resolveText(text: string, path: Path, search: Search): string {
  if (!text.startsWith('env:')) {
    if (!isHarmless(text, path)) for (const form of formsOf(text)) search.secrets.add(form);
    return text;
  }
  const variable = text.slice('env:'.length);
  if (!/^[A-Za-z_]\w*$/.test(variable)) {
    // not shown: someone may have written the secret itself behind `env:`
    const fix = 'write "env:NAME", with the secret in the variable NAME';
    report('what follows "env:" is not the name of a variable', fix, path, search);
    return text;
  }
  search.variables.set(pathText(path), variable);
  // Files and clusters like to end a secret with a line break, which no header can carry.
  const value = Object.hasOwn(search.env, variable) ? search.env[variable]?.trim() : undefined;
  if (value === undefined || value === '') {
    report(`the environment variable ${variable} is not set`, `export ${variable}=… before starting`, path, search);
    return text;
  }
  for (const form of formsOf(value)) search.secrets.add(form);
  return value;
}

const MOST_PROBLEMS = 50; // nobody reads more, and finding each place walks the file

function report(wrong: string, fix: string, path: Path, { layer, problems }: Search): void {
  if (problems.length < MOST_PROBLEMS) problems.push({ place: layer.place(path), path: pathText(path), wrong, fix });
}

/** A secret is also recognised without what it is wrapped in: `Bearer …`, `postgres://user:…@host`. */
function formsOf(secret: string): string[] {
  const bare = /^(?:Bearer|Basic|Token) +(\S+)$/i.exec(secret)?.[1];
  const password = URL.parse(secret)?.password ?? '';
  return [secret, bare ?? '', password, decoded(password)].filter((form) => form !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * Environments and headers also carry settings, and hiding every `error`, `true` or `3000` would make the log
 * unreadable. A plain word in clear is hidden only under a name that speaks of a secret; the file of a database never.
 */
function isHarmless(text: string, path: Path): boolean {
  if (path[0] === 'databases') return /^(?:sqlite|duckdb):/.test(text);
  if (!['env', 'headers'].includes(String(path.at(-2)))) return false;
  return (
    /^(?:[A-Za-z]{1,16}|\d{1,6})$/.test(text) && !/key|token|secret|pass|auth|cred|cookie/i.test(String(path.at(-1)))
  );
}
