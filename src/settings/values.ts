import { homedir } from 'node:os';
import { basename, resolve, sep } from 'node:path';
import { found, isRecord } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { type Expansion, expand, type Words } from './expansion.ts';
import {
  emptyGathering,
  type Gathering,
  hide,
  hideClear,
  isOfMap,
  report,
  reportUnset,
  resolveSecret,
  variable,
  warn,
} from './gathering.ts';
import { type Environment, type Layer, pathText } from './layer.ts';
import { given, isDisabled, mcpServerSchema, namesOf } from './mcp-server.ts';
import { memberOf, type Outline, outline, outlineAt, type Path } from './outline.ts';
import { isSecretMember, isSecretUnder, secretsIn, secretsInAddress, secretsInArguments } from './secret-value.ts';
import { STUB } from './unset.ts';
import { warnOfServer } from './warnings.ts';

/**
 * Replaces `env:NAME` by the variable's value wherever the schema expects a secret, replaces the placeholders in `mcpServers`,
 * and collects the secrets.
 */
export function resolveValues(layer: Layer, env: Environment): Gathering {
  const gathering = emptyGathering(layer, env);
  const values = resolved(layer.values, outline, [], gathering) as Layer['values'];
  return { ...gathering, layer: { ...layer, values } };
}

function resolved(value: unknown, at: Outline | undefined, path: Path, gathering: Gathering): unknown {
  if (at === undefined) return value;
  if (path[0] === 'mcpServers' && path.length === 2 && isRecord(value)) return resolvedServer(value, path, gathering);
  if (typeof value === 'string') {
    if (at.writeOnly === true) return resolveSecret(value, path, gathering);
    for (const secret of secretsInAddress(value)) hide(secret, gathering);
    return value;
  }
  return mapped(value, (inner, segment) => resolved(inner, memberOf(at, segment), [...path, segment], gathering));
}

/** Returns a copy of a list or object with each item or property replaced. Returns other values unchanged. */
function mapped(value: unknown, replace: (inner: unknown, segment: string | number) => unknown): unknown {
  if (Array.isArray(value)) return value.map(replace);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, replace(member, name)]));
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * Normalises a server: replaces placeholders, removes null and empty fields, converts numbers in environments, headers and
 * arguments to strings, and makes paths absolute. Fields of the wrong shape stay, so that the schema reports them.
 */
function resolvedServer(server: Entry, path: Path, outer: Gathering): Entry {
  // A disabled server may be incomplete and may use variables that are not set, but its secrets are redacted all the same.
  const isOff = isDisabled(server);
  const gathering = isOff ? { ...outer, problems: [], unset: [], warnings: [] } : outer;
  warnOfServer(server, path, gathering);
  const spot = { words: wordsAt(outer), gathering };
  const filled = filledMembers(withNamedVariables(server, gathering), path, spot);
  hideInClear(filled, gathering);
  const whole = withWholePaths(filled, spot);
  return isOff && !mcpServerSchema.safeParse(whole).success ? STUB : whole;
}

interface Spot {
  readonly words: Words;
  readonly gathering: Gathering;
}

/**
 * Converts `inheritEnv`, and the fields of Codex that name variables, to `env` and `headers`. Existing entries win. Fields of the
 * wrong shape are left for the schema to report.
 */
function withNamedVariables(server: Entry, gathering: Gathering): Entry {
  const { bearer_token_env_var: bearer, env_http_headers: others } = server;
  const variables = [server.inheritEnv, server.env_vars].filter(Array.isArray).flat();
  const texts = (list: readonly unknown[]) => list.filter((item) => typeof item === 'string');
  const names = variables.map((item: unknown) => (isRecord(item) ? item.name : item));
  const set = texts(names).filter((name) => variable(name, gathering) !== undefined);
  const headers = [
    ...texts([bearer]).flatMap((name) => (name === '' ? [] : [['Authorization', `Bearer env:${name}`] as const])),
    ...Object.entries(isRecord(others) ? others : {}).flatMap(([header, name]) =>
      texts([name]).map((text) => [header, `\${${text}}`] as const),
    ),
  ];
  return {
    ...server,
    ...joined(server, 'headers', headers),
    ...joined(
      server,
      'env',
      set.map((name) => [name, `\${${name}}`] as const),
    ),
  };
}

function joined(server: Entry, member: 'env' | 'headers', added: readonly (readonly [string, string])[]): Entry {
  const written: unknown = given(server, member) ?? {};
  if (added.length === 0 || !isRecord(written)) return {};
  const folded = (name: string): string => (member === 'headers' ? name.toLowerCase() : name);
  const taken = new Set(Object.keys(written).map(folded));
  const free = added.filter(([name]) => !taken.has(folded(name)));
  return { [member]: { ...Object.fromEntries(free), ...written } };
}

/** Replaces the placeholders in known fields. In fields with fixed values only the case is corrected. Unknown fields stay unchanged. */
function filledMembers(server: Entry, path: Path, spot: Spot): Entry {
  const known = outlineAt(path)?.properties ?? {};
  const filledMember = (name: string, member: unknown): unknown => {
    if (!Object.hasOwn(known, name)) return member;
    const words: unknown = Reflect.get(Object(known[name]), 'enum');
    return Array.isArray(words) ? wordMeant(member, words) : filled(member, [...path, name], spot);
  };
  return Object.fromEntries(
    Object.entries(server)
      .filter(([, member]) => member !== null && member !== '')
      .map(([name, member]) => [name, filledMember(name, member)]),
  );
}

function wordMeant(written: unknown, words: readonly unknown[]): unknown {
  if (typeof written !== 'string') return written;
  return words.find((word) => String(word).toLowerCase() === written.toLowerCase()) ?? written;
}

function filled(value: unknown, path: Path, spot: Spot): unknown {
  if (typeof value === 'string') return filledText(value, path, spot);
  if (typeof value === 'number' || typeof value === 'boolean') {
    return isText(path) ? filledText(String(value), path, spot) : value;
  }
  return mapped(withoutNull(value), (inner, segment) => filled(inner, [...path, segment], spot));
}

function withoutNull(value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null));
}

/** True if the value must be a string. Users write numbers and booleans in environments, headers and arguments. */
function isText(path: Path): boolean {
  return isOfMap(path) || path.slice(2, -1).includes('args');
}

function filledText(text: string, path: Path, { words, gathering }: Spot): string {
  const expansion = expand(text, words, (wanted) => variable(wanted, gathering));
  reportExpansion(expansion, path, gathering);
  const isMember = isOfMap(path);
  for (const { name, value } of expansion.taken) {
    const isSecret = isSecretUnder(name, value) || (isMember && isSecretMember(String(path.at(-1)), value));
    if (isSecret) hide(value, gathering);
  }
  if (expansion.text === text && (isMember || ENV_NAME.test(text))) return resolveSecret(text, path, gathering);
  if (isMember) hideClear(expansion.text, path, gathering);
  return expansion.text; // not expanded again: the value of a variable may contain `$` itself
}

/** `env:` with a valid variable name. Outside environments and headers, `env:prod-1` may be an argument of the program. */
const ENV_NAME = /^env:[A-Za-z_]\w*$/;

function reportExpansion({ unset, foreign, isPartial }: Expansion, path: Path, gathering: Gathering): void {
  for (const name of new Set(unset)) reportUnset(name, path, gathering);
  for (const name of new Set(foreign)) {
    const wrong = name.startsWith('input:')
      ? 'asks the user for input, which Toolpath cannot do'
      : 'is known only to the editor';
    const fix = `put the value in an environment variable and write \${env:NAME}`;
    report(`${found(`\${${name}}`)} ${wrong}`, fix, path, gathering);
  }
  if (isPartial) warn(printable(`${pathText(path)} ${PARTIAL}`), gathering); // the text is not shown, because it may be a password that contains `$`
}

const PARTIAL = 'contains what looks like a placeholder, but Toolpath cannot replace it. It is passed on unchanged.';

/** Redacts clear-text secrets in arguments and addresses. Those in environments and headers are handled by `hideClear`. */
function hideInClear({ command, args, ...members }: Entry, gathering: Gathering): void {
  const line = [command, isRecord(command) ? command.args : [], args].flat().filter((item) => typeof item === 'string');
  const addresses = namesOf('url')
    .map((name) => members[name])
    .filter((item) => typeof item === 'string');
  for (const secret of [...secretsInArguments(line), ...addresses.flatMap(secretsIn)]) hide(secret, gathering);
}

/** Expands `~`, because no shell does, and makes `cwd` absolute. The default `cwd` is the directory of the settings. */
function withWholePaths(server: Entry, { words, gathering: { layer } }: Spot): Entry {
  const { command } = server;
  if (command === undefined) return server;
  const home = words.get('userHome') ?? '';
  const cwd: unknown = given(server, 'cwd') ?? '.';
  return {
    ...server,
    command: commandFrom(command, home),
    ...(typeof cwd === 'string' && cwd !== '' ? { cwd: resolve(layer.directory, fromHome(cwd, home)) } : {}),
  };
}

function commandFrom(command: unknown, home: string): unknown {
  if (typeof command === 'string') return fromHome(command, home);
  if (Array.isArray(command)) return command.map((part, place) => (place === 0 ? commandFrom(part, home) : part));
  return isRecord(command) && 'path' in command ? { ...command, path: commandFrom(command.path, home) } : command;
}

function fromHome(path: string, home: string): string {
  return path.replace(/^~(?=$|[/\\])/, () => home);
}

/** Predefined placeholders of Cursor and VS Code. The workspace is the directory of the settings file, or the working directory. */
function wordsAt({ layer: { directory }, env }: Gathering): Words {
  const home = process.platform === 'win32' ? env.USERPROFILE : env.HOME;
  return new Map([
    ['workspaceFolder', directory],
    ['workspaceFolderBasename', basename(directory)],
    ['userHome', home === undefined || home === '' ? homedir() : home],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
}
