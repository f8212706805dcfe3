import type { StdioServer } from '../../core/index.ts';

/**
 * True if the program may have to download a package or an image before it can answer. Looks through `cmd /c`, `env`, `sudo` and
 * shell commands.
 */
export function mayDownload({ command, args }: Pick<StdioServer, 'command' | 'args'>): boolean {
  let words = [command, ...args];
  for (let wrappers = 0; wrappers < MOST_WRAPPERS; wrappers++) {
    const inner = insideWrapper(words);
    if (inner === undefined) return isDownloader(words);
    words = inner;
  }
  return false;
}

const MOST_WRAPPERS = 4; // real commands have one or two

function isDownloader([command = '', ...args]: readonly string[]): boolean {
  const name = programName(command);
  if (DOWNLOADERS.has(name)) return true;
  const subcommands = SUBCOMMANDS.get(name) ?? [];
  const starts = possibleStarts(args.slice(0, MOST_WORDS));
  return subcommands.some((subcommand) => starts.some((words) => subcommand.every((word, at) => word === words[at])));
}

/** Returns the words from each place where a subcommand may begin, without flags. A word after a flag may be the flag's value. */
function possibleStarts(args: readonly string[]): readonly (readonly string[])[] {
  const end = args.findIndex((word, at) => !isFlag(word) && !isFlag(args[at - 1] ?? ''));
  const places = args.map((_, at) => at).slice(0, end === -1 ? args.length : end + 1);
  return places.map((at) => args.slice(at).filter((word) => !isFlag(word)));
}

function isFlag(word: string): boolean {
  return word.startsWith('-');
}

const MOST_WORDS = 8; // a subcommand comes first, after a few flags

const DOWNLOADERS: ReadonlySet<string> = new Set(['npx', 'uvx', 'bunx', 'pnpx', 'dnx']);

const SUBCOMMANDS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['npm', [['exec'], ['x']]],
  ['pnpm', [['dlx']]],
  ['yarn', [['dlx']]],
  ['bun', [['x']]],
  ['uv', [['tool', 'run'], ['run']]],
  ['pipx', [['run']]],
  ['deno', [['run'], ['x']]],
  ['go', [['run']]],
  ['docker', [['run'], ['container', 'run']]],
  ['podman', [['run'], ['container', 'run']]],
]);

/** Returns the command line that a wrapper runs; undefined if the first word is not a wrapper. */
function insideWrapper([command = '', ...args]: readonly string[]): string[] | undefined {
  const name = programName(command);
  if (name === 'env' || name === 'sudo') {
    const isValue = (at: number) => FLAGS_WITH_VALUE.has(args[at - 1] ?? '');
    return args.slice(firstOther(args, (word, at) => isFlag(word) || word.includes('=') || isValue(at)));
  }
  if (name === 'cmd') return args.slice(firstOther(args, (word) => word.startsWith('/')));
  const flag = SHELLS.has(name) ? args.findIndex((word) => /^-[a-z]*c$/.test(word)) : -1;
  if (flag === -1) return undefined;
  const line = (args[flag + 1] ?? '').slice(0, MOST_CHARACTERS).trim();
  return line.replace(/^exec\s+/, '').split(/\s+/);
}

const FLAGS_WITH_VALUE: ReadonlySet<string> = new Set(['-u', '--unset', '--user', '-g', '--group', '-C', '--chdir']);
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'zsh', 'dash']);
const MOST_CHARACTERS = 1_000; // the program and its subcommand are at the beginning of a shell command

function firstOther(words: readonly string[], isSkipped: (word: string, at: number) => boolean): number {
  const at = words.findIndex((word, place) => !isSkipped(word, place));
  return at === -1 ? words.length : at;
}

/** Returns the name of a program without its folder and without the endings of Windows: `npx` for `C:\node\npx.cmd`. */
function programName(command: string): string {
  const name = command.slice(Math.max(command.lastIndexOf('/'), command.lastIndexOf('\\')) + 1).toLowerCase();
  return name.replace(/\.(?:cmd|exe|bat|ps1)$/, '');
}
