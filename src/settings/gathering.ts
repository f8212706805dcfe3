import { unsetReason } from '../core/index.ts';
import { type Environment, type Layer, pathText } from './layer.ts';
import { namesOf } from './mcp-server.ts';
import type { Path } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';
import { formsOf, isOpenAnyway, isSecretMember, secretsInAddress } from './secret-value.ts';
import { isOfPart, type Unset } from './unset.ts';

/** The secrets, problems and warnings that are collected while the variables of one layer are replaced. */
export interface Gathering {
  readonly layer: Layer;
  readonly env: Environment;
  /** Secrets that must not be shown, in every form in which they are likely to appear. */
  readonly secrets: Set<string>;
  /** The variables that contain a complete secret, by the path of the secret. */
  readonly variables: Map<string, string>;
  /** Every variable that the settings refer to, whether it is set or not. */
  readonly asked: Set<string>;
  readonly problems: SettingsProblem[];
  /** Unset variables that disable a backend, an MCP server or a database. Other unset variables are problems. */
  readonly unset: Unset[];
  readonly warnings: string[];
}

export function emptyGathering(layer: Layer, env: Environment): Gathering {
  return {
    layer,
    env,
    secrets: new Set(),
    variables: new Map(),
    asked: new Set(),
    problems: [],
    unset: [],
    warnings: [],
  };
}

/** Replaces `env:NAME` by the variable's value. In environments and headers a word may precede it, as in `Bearer env:NAME`. */
export function resolveSecret(text: string, path: Path, gathering: Gathering): string {
  const { word = '', name } = (isOfMap(path) ? BEHIND_WORD.exec(text) : null)?.groups ?? WHOLE.exec(text)?.groups ?? {};
  if (name === undefined) {
    hideClear(text, path, gathering);
    return text;
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    // The name is not shown, because it may be the secret itself.
    const fix = 'put the secret in an environment variable NAME and write "env:NAME"';
    report('the text after "env:" is not the name of a variable', fix, path, gathering);
    return text;
  }
  gathering.variables.set(pathText(path), name);
  const value = variable(name, gathering);
  if (value === undefined) {
    reportUnset(name, path, gathering);
    return text;
  }
  if (!isSetting(value, name, path)) hide(value, gathering);
  return word + value;
}

const WHOLE = /^env:(?<name>.*)$/s;
/** Requires a valid variable name: `deploy env:prod-1` is ordinary text. */
const BEHIND_WORD = /^(?<word>[^\s:]+ )env:(?<name>[A-Za-z_]\w*)$/;

/**
 * True if the value is a setting, not a secret. Only the address of a database and values of MCP servers can be; elsewhere
 * `env:NAME` is always a secret.
 */
function isSetting(value: string, variableName: string, path: Path): boolean {
  if (path[0] === 'databases') return secretsInAddress(value).length === 0;
  const isOfServer = path[0] === 'mcpServers' || isOfMap(path);
  return isOfServer && isOpenAnyway(value, [variableName, String(path.at(-1))]);
}

/** Redacts a clear-text value where a secret is expected. The address of a database is one only if it has a password. */
export function hideClear(text: string, path: Path, gathering: Gathering): void {
  if (path[0] === 'databases' && secretsInAddress(text).length === 0) return;
  if (!isOfMap(path) || isSecretMember(String(path.at(-1)), text)) hide(text, gathering);
}

/** True if the path leads into an environment or headers. Their names are untrusted, and their values are often not secrets. */
export function isOfMap(path: Path): boolean {
  return path.slice(2, -1).some((name) => MAPS.has(String(name)));
}

const MAPS: ReadonlySet<string> = new Set([...namesOf('env'), ...namesOf('headers')]);

/** Returns the value of a variable, or undefined if it is not set or empty. */
export function variable(name: string, { env, asked }: Gathering): string | undefined {
  asked.add(name);
  // Secrets from files and clusters often end with a line break, which is not allowed in a header.
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

export function hide(secret: string, { secrets }: Gathering): void {
  for (const form of formsOf(secret)) secrets.add(form);
}

export function report(wrong: string, fix: string, path: Path, { layer, problems }: Gathering): void {
  if (problems.length < MOST_PROBLEMS) problems.push({ place: layer.place(path), path: pathText(path), wrong, fix });
}

/** Records that a variable is not set. That disables the part of the settings that needs it, if it can be disabled alone. */
export function reportUnset(name: string, path: Path, gathering: Gathering): void {
  if (isOfPart(path)) gathering.unset.push({ variable: name, path });
  else report(unsetReason([name]), `run "export ${name}=…" before you start Toolpath`, path, gathering);
}

export function warn(warning: string, { warnings }: Gathering): void {
  if (warnings.length < MOST_PROBLEMS) warnings.push(warning);
}
