import { ADDRESS_VARIABLES, CERTIFICATE_VARIABLES } from '../../core/index.ts';

/**
 * Returns the environment of a server: the declared variables, and a few inherited ones that most programs need to run and to
 * reach the network. Our own keys and secrets are not passed on.
 */
export function serverEnvironment(
  declared: Readonly<Record<string, string | undefined>>,
  from: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const given = Object.entries(declared).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const names = new Set(given.map(([name]) => name));
  const folded = new Set(given.map(([name]) => name.toUpperCase()));
  const inherited: [string, string][] = [];
  for (const name of [...(isWindows ? WINDOWS : POSIX), ...NETWORK]) {
    const value = from[name];
    // Programs read `http_proxy` and `HTTP_PROXY`, and Windows ignores case: a declared variable replaces both spellings.
    const isGiven = isWindows || NETWORK.has(name) ? folded.has(name.toUpperCase()) : names.has(name);
    if (value === undefined || isFunction(value) || isGiven) continue;
    inherited.push([name, value]);
    if (isWindows) folded.add(name.toUpperCase());
  }
  return Object.fromEntries([...inherited, ...given]);
}

const NETWORK: ReadonlySet<string> = new Set([...CERTIFICATE_VARIABLES, ...ADDRESS_VARIABLES]);

/** True for an exported shell function, which is code that some shells run when they start. */
function isFunction(value: string): boolean {
  return value.startsWith('()');
}

const POSIX = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR'];

const WINDOWS = [
  'APPDATA',
  'COMSPEC',
  'HOMEDRIVE',
  'HOMEPATH',
  'LOCALAPPDATA',
  'PATH',
  'PATHEXT',
  'PROCESSOR_ARCHITECTURE',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'PROGRAMFILES(X86)',
  'PROGRAMW6432',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
];
