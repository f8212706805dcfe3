import { type Environment, type Layer, pathText } from './layer.ts';
import { namesOf } from './mcp-server.ts';
import type { Path } from './outline.ts';
import { MOST_PROBLEMS, type SettingsProblem } from './problem.ts';
import { formsOf, isOpenAnyway, isSecretMember } from './secret-value.ts';

/** What is collected while the variables of one layer are filled in. */
export interface Gathering {
  readonly layer: Layer;
  readonly env: Environment;
  /** What must not be shown, in every form in which it is likely to turn up. */
  readonly secrets: Set<string>;
  /** The variables that hold a whole secret, by its path. */
  readonly variables: Map<string, string>;
  /** Every variable that was asked for, set or not. */
  readonly asked: Set<string>;
  readonly problems: SettingsProblem[];
  readonly warnings: string[];
}

export function emptyGathering(layer: Layer, env: Environment): Gathering {
  return { layer, env, secrets: new Set(), variables: new Map(), asked: new Set(), problems: [], warnings: [] };
}

/** The variable's value for `env:NAME`; in environments and headers also behind a word, as in `Bearer env:NAME`. */
export function resolveSecret(text: string, path: Path, gathering: Gathering): string {
  const { word = '', name } = (isOfMap(path) ? BEHIND_WORD.exec(text) : null)?.groups ?? WHOLE.exec(text)?.groups ?? {};
  if (name === undefined) {
    hideClear(text, path, gathering);
    return text;
  }
  if (!/^[A-Za-z_]\w*$/.test(name)) {
    // The name is not shown: it may be the secret itself.
    const fix = 'write "env:NAME", with the secret in the variable NAME';
    report('what follows "env:" is not the name of a variable', fix, path, gathering);
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
/** Only with what can be a name: `deploy env:prod-1` is a text of its own. */
const BEHIND_WORD = /^(?<word>[^\s:]+ )env:(?<name>[A-Za-z_]\w*)$/;

/** A server's variables may be settings; elsewhere, what may be written `env:NAME` is always a secret. */
function isSetting(value: string, variableName: string, path: Path): boolean {
  const isOfServer = path[0] === 'mcpServers' || isOfMap(path);
  return isOfServer && isOpenAnyway(value, [variableName, String(path.at(-1))]);
}

/** Hides what is written in clear where a secret may stand. The file of a database is no secret. */
export function hideClear(text: string, path: Path, gathering: Gathering): void {
  if (path[0] === 'databases' && /^(?:sqlite|duckdb):/.test(text)) return;
  if (!isOfMap(path) || isSecretMember(String(path.at(-1)), text)) hide(text, gathering);
}

/** Is this a member of an environment or of headers? Their names are foreign, their values are often settings. */
export function isOfMap(path: Path): boolean {
  return path.slice(2, -1).some((name) => MAPS.has(String(name)));
}

const MAPS: ReadonlySet<string> = new Set([...namesOf('env'), ...namesOf('headers')]);

/** Undefined where it is not set; an empty variable counts as not set. */
export function variable(name: string, { env, asked }: Gathering): string | undefined {
  asked.add(name);
  // Files and clusters often end a secret with a line break, which no header can carry.
  const value = Object.hasOwn(env, name) ? env[name]?.trim() : undefined;
  return value === '' ? undefined : value;
}

export function hide(secret: string, { secrets }: Gathering): void {
  for (const form of formsOf(secret)) secrets.add(form);
}

export function report(wrong: string, fix: string, path: Path, { layer, problems }: Gathering): void {
  if (problems.length < MOST_PROBLEMS) problems.push({ place: layer.place(path), path: pathText(path), wrong, fix });
}

export function reportUnset(name: string, path: Path, gathering: Gathering): void {
  report(`the environment variable ${name} is not set`, `export ${name}=… before starting`, path, gathering);
}

export function warn(warning: string, { warnings }: Gathering): void {
  if (warnings.length < MOST_PROBLEMS) warnings.push(warning);
}
