import { homedir } from 'node:os';
import { basename, resolve, sep } from 'node:path';
import { printable } from '../log/index.ts';
import { hideClear, isOfMap, resolveSecret } from './env-secret.ts';
import { expand, type Taken, type Words } from './expansion.ts';
import { type Gathering, hide, report, reportUnset, variable, warn } from './gathering.ts';
import { type Environment, pathText } from './layer.ts';
import { outlineAt, type Path } from './outline.ts';
import { isPlain, secretsInAddress, secretsInArguments, speaksOfSecret } from './secret-text.ts';
import { isDisabled } from './server-members.ts';
import { warnOfServer } from './server-warnings.ts';
import { quoted } from './wording.ts';

/**
 * The servers as they are meant: variables and folders filled in, `null` left out, numbers among environment, headers
 * and arguments as text, paths whole. What does not have the right shape stays, for the schema to say so.
 */
export function resolveServers(servers: unknown, gathering: Gathering): unknown {
  if (!isRecord(servers)) return servers;
  const words = wordsAt(gathering);
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      isRecord(server) ? resolveServer(server, { path: ['mcpServers', name], words, gathering }) : server,
    ]),
  );
}

interface Spot {
  readonly path: Path;
  readonly words: Words;
  readonly gathering: Gathering;
}

type Entry = Readonly<Record<string, unknown>>;

function resolveServer(server: Entry, spot: Spot): Entry {
  // A server that is left out may ask for what is not there; its secrets are secrets all the same.
  const gathering = isDisabled(server) ? { ...spot.gathering, problems: [], warnings: [] } : spot.gathering;
  warnOfServer(server, spot.path, gathering);
  const filled = filledMembers(server, { ...spot, gathering });
  hideInClear(filled, gathering);
  return withWholePaths(filled, spot);
}

/** Words of ours are not filled in, and members that nobody reads may ask for anything. */
function filledMembers(server: Entry, spot: Spot): Entry {
  const known = outlineAt(spot.path)?.properties ?? {};
  const isFilled = (name: string) =>
    Object.hasOwn(known, name) && Reflect.get(Object(known[name]), 'enum') === undefined;
  return Object.fromEntries(
    Object.entries(server)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, isFilled(name) ? filled(member, inside(spot, name)) : member]),
  );
}

function filled(value: unknown, spot: Spot): unknown {
  if (typeof value === 'string') return filledText(value, spot);
  if (typeof value === 'number' || typeof value === 'boolean') {
    return isText(spot.path) ? filledText(String(value), spot) : value;
  }
  if (Array.isArray(value)) return value.map((item, place) => filled(item, inside(spot, place)));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, filled(member, inside(spot, name))]));
}

function inside(spot: Spot, segment: string | number): Spot {
  return { ...spot, path: [...spot.path, segment] };
}

/** People write numbers and switches among the texts that a program gets. */
function isText(path: Path): boolean {
  return isOfMap(path) || path.slice(2, -1).includes('args');
}

function filledText(text: string, { path, words, gathering }: Spot): string {
  const isSecret = isOfMap(path);
  const name = isSecret ? BARE_VARIABLE.exec(text)?.[1] : undefined;
  if (name !== undefined) return bareVariable(text, name, path, gathering);
  const expansion = expand(text, words, (wanted) => variable(wanted, gathering));
  for (const unset of new Set(expansion.unset)) reportUnset(unset, path, gathering);
  for (const foreign of new Set(expansion.foreign)) reportForeign(foreign, path, gathering);
  for (const taken of expansion.taken) if (isSecretValue(taken, path)) hide(taken.value, gathering);
  if (!isSecret) return expansion.text;
  if (expansion.text === text) return resolveSecret(text, path, gathering);
  hideClear(expansion.text, path, gathering); // not read again: what a variable holds is not ours to fill in
  return expansion.text;
}

/** Gemini CLI's way. Where there is no such variable it may be meant as it stands. */
const BARE_VARIABLE = /^\$([A-Z_][A-Z0-9_]*)$/;

function bareVariable(text: string, name: string, path: Path, gathering: Gathering): string {
  const value = variable(name, gathering);
  if (value === undefined) {
    warn(printable(`${pathText(path)} is passed on as ${quoted(text)}: there is no such variable.`), gathering);
    return text;
  }
  if (isSecretValue({ name, value }, path)) hide(value, gathering);
  return value;
}

/** In an environment or in headers everything that came from a variable, but for plain words under plain names. */
function isSecretValue({ name, value }: Taken, path: Path): boolean {
  if (speaksOfSecret(name)) return true;
  return isOfMap(path) && (speaksOfSecret(String(path.at(-1))) || !isPlain(value));
}

function reportForeign(name: string, path: Path, gathering: Gathering): void {
  const [kind] = name.split(':', 1);
  const wrong = kind === 'input' ? 'asks the user, which Toolpath cannot' : 'is known to the editor only';
  const fix = `put the value in a variable and write \${env:NAME}`;
  report(`${quoted(`\${${name}}`)} ${wrong}`, fix, path, gathering);
}

/** Secrets that stand in the open, in arguments and addresses; those in environments and headers are known by their place. */
function hideInClear({ command, args, url, serverUrl, httpUrl }: Entry, gathering: Gathering): void {
  const line = [command, isRecord(command) ? command.args : [], args].flat().filter((item) => typeof item === 'string');
  const addresses = [url, serverUrl, httpUrl].filter((item) => typeof item === 'string');
  for (const secret of [...secretsInArguments(line), ...addresses.flatMap(secretsInAddress)]) hide(secret, gathering);
}

/** No shell runs, so `~` is filled in here. Without a folder of its own, a program runs where the settings stand. */
function withWholePaths(server: Entry, { words, gathering: { layer } }: Spot): Entry {
  const home = words.get('userHome') ?? '';
  const { command, cwd = '.' } = server;
  if (command === undefined) return server;
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

/** Cursor's and VS Code's. What they call the workspace is for us the folder of the file, or where the command runs. */
function wordsAt({ layer: { directory }, env }: Gathering): Words {
  return new Map([
    ['workspaceFolder', directory],
    ['workspaceFolderBasename', basename(directory)],
    ['userHome', homeIn(env)],
    ['pathSeparator', sep],
    ['/', sep],
  ]);
}

function homeIn(env: Environment): string {
  const home = process.platform === 'win32' ? env.USERPROFILE : env.HOME;
  return home === undefined || home === '' ? homedir() : home;
}

function isRecord(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
