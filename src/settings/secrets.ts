import { type Environment, type Layer, pathText } from './layer.ts';
import { memberOf, type Outline, outline, type Path } from './outline.ts';
import type { SettingsProblem } from './problem.ts';

export interface Resolved {
  readonly layer: Layer;
  /** What must not be shown, in every form it is likely to turn up. */
  readonly secrets: ReadonlySet<string>;
  /** The variables that were asked for. */
  readonly variables: ReadonlySet<string>;
  readonly problems: readonly SettingsProblem[];
}

/** Replaces `env:NAME` by the variable's value wherever the schema knows a secret, and gathers the secrets. */
export function resolveSecrets(layer: Layer, env: Environment): Resolved {
  const secrets = new Set<string>();
  const variables = new Set<string>();
  const problems: SettingsProblem[] = [];

  const resolve = (value: unknown, at: Outline | undefined, path: Path): unknown => {
    if (at === undefined) return value;
    if (typeof value === 'string' && at.writeOnly === true) return resolveText(value, path);
    if (Array.isArray(value)) return value.map((item, place) => resolve(item, memberOf(at, place), [...path, place]));
    if (typeof value !== 'object' || value === null) return value;
    const members = Object.entries(value);
    return Object.fromEntries(
      members.map(([name, item]) => [name, resolve(item, memberOf(at, name), [...path, name])]),
    );
  };

  const resolveText = (text: string, path: Path): string => {
    if (!text.startsWith('env:')) {
      if (!isHarmless(text, path)) for (const form of formsOf(text)) secrets.add(form);
      return text;
    }
    const variable = text.slice('env:'.length);
    const problem = (wrong: string, fix: string) =>
      problems.push({ place: layer.place(path), path: pathText(path), wrong, fix });
    if (!/^[A-Za-z_]\w*$/.test(variable)) {
      // not shown: someone may have written the secret itself behind `env:`
      problem(
        'what follows "env:" is not the name of a variable',
        'write "env:NAME", with the secret in the variable NAME',
      );
      return text;
    }
    variables.add(variable);
    const value = Object.hasOwn(env, variable) ? env[variable] : undefined;
    if (value === undefined || value === '')
      problem(`the environment variable ${variable} is not set`, `export ${variable}=… before starting`);
    else for (const form of formsOf(value)) secrets.add(form);
    return value ?? text;
  };

  const values = resolve(layer.values, outline, []) as Layer['values'];
  return { layer: { ...layer, values }, secrets, variables, problems };
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
