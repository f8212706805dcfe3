import { homedir } from 'node:os';
import { basename, resolve, sep } from 'node:path';
import { isRecord } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { withCodexMembers } from './codex-members.ts';
import { hideClear, isOfMap, resolveSecret } from './env-secret.ts';
import { type Expansion, expand, type Words } from './expansion.ts';
import { type Gathering, hide, report, reportUnset, variable, warn } from './gathering.ts';
import { type Environment, pathText } from './layer.ts';
import { mcpServerSchema } from './mcp-server.ts';
import { outlineAt, type Path } from './outline.ts';
import { isSecretMember, isSecretUnder, secretsIn, secretsInArguments } from './secret-value.ts';
import { isDisabled } from './server-members.ts';
import { ADDRESSES, warnOfServer } from './server-warnings.ts';
import { quoted } from './wording.ts';

/**
 * The servers as they are meant: variables and folders filled in, what is null or empty left out, numbers among
 * environment, headers and arguments as text, paths whole. What does not have the right shape stays, for the schema to say so.
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
  // A server that is left out may ask for what is not there, and be half written; its secrets are secrets all the same.
  const isOff = isDisabled(server);
  const gathering = isOff ? { ...spot.gathering, problems: [], warnings: [] } : spot.gathering;
  warnOfServer(server, spot.path, gathering);
  const filled = filledMembers(withCodexMembers(server, gathering), { ...spot, gathering });
  hideInClear(filled, gathering);
  const whole = withWholePaths(filled, spot);
  return isOff && !mcpServerSchema.safeParse(whole).success ? LEFT_OUT : whole;
}

const LEFT_OUT: Entry = { command: 'none', disabled: true };

/** Of our own words only the case is mended, and members that nobody reads may ask for anything. */
function filledMembers(server: Entry, spot: Spot): Entry {
  const known = outlineAt(spot.path)?.properties ?? {};
  const filledMember = (name: string, member: unknown): unknown => {
    if (!Object.hasOwn(known, name)) return member;
    const words: unknown = Reflect.get(Object(known[name]), 'enum');
    return Array.isArray(words) ? wordMeant(member, words) : filled(member, inside(spot, name));
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
  const expansion = expand(text, words, (wanted) => variable(wanted, gathering));
  tellOf(expansion, path, gathering);
  const isMember = isOfMap(path);
  for (const { name, value } of expansion.taken) {
    const isSecret = isSecretUnder(name, value) || (isMember && isSecretMember(String(path.at(-1)), value));
    if (isSecret) hide(value, gathering);
  }
  if (expansion.text === text && (isMember || ENV_NAME.test(text))) return resolveSecret(text, path, gathering);
  if (isMember) hideClear(expansion.text, path, gathering);
  return expansion.text; // not read again: what a variable holds is not ours to fill in
}

/** Outside environments and headers only with what can be a name: the argument `env:prod-1` is one of the program's own. */
const ENV_NAME = /^env:[A-Za-z_]\w*$/;

function tellOf({ unset, foreign, isPartial }: Expansion, path: Path, gathering: Gathering): void {
  for (const name of new Set(unset)) reportUnset(name, path, gathering);
  for (const name of new Set(foreign)) reportForeign(name, path, gathering);
  if (isPartial) warn(printable(`${pathText(path)} ${PARTIAL}`), gathering); // not shown: it may be a password with a `$`
}

const PARTIAL = 'holds what looks like a placeholder, which Toolpath cannot fill in: it is passed on as it stands.';

function reportForeign(name: string, path: Path, gathering: Gathering): void {
  const [kind] = name.split(':', 1);
  const wrong = kind === 'input' ? 'asks the user, which Toolpath cannot' : 'is known to the editor only';
  const fix = `put the value in a variable and write \${env:NAME}`;
  report(`${quoted(`\${${name}}`)} ${wrong}`, fix, path, gathering);
}

/** Secrets that stand in the open, in arguments and addresses; those in environments and headers are known by their place. */
function hideInClear({ command, args, ...members }: Entry, gathering: Gathering): void {
  const line = [command, isRecord(command) ? command.args : [], args].flat().filter((item) => typeof item === 'string');
  const addresses = ADDRESSES.map((name) => members[name]).filter((item) => typeof item === 'string');
  for (const secret of [...secretsInArguments(line), ...addresses.flatMap(secretsIn)]) hide(secret, gathering);
}

/** No shell runs, so `~` is filled in here. Without a folder of its own, a program runs where the settings stand. */
function withWholePaths(server: Entry, { words, gathering: { layer } }: Spot): Entry {
  const home = words.get('userHome') ?? '';
  const { command, working_directory, cwd = working_directory ?? '.' } = server;
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
