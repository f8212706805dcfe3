/**
 * Returns the environment of a server: the declared variables, and a few inherited ones that most programs need. Our own
 * keys and secrets are not passed on.
 */
export function serverEnvironment(
  declared: Readonly<Record<string, string | undefined>>,
  from: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const isWindows = platform === 'win32';
  const given = Object.entries(declared).filter((entry): entry is [string, string] => entry[1] !== undefined);
  // Windows ignores case in variable names: if both `Path` and `PATH` were passed, either could win.
  const sameName = (name: string) => (isWindows ? name.toUpperCase() : name);
  const names = new Set(given.map(([name]) => sameName(name)));
  const inherited = (isWindows ? WINDOWS : POSIX).flatMap((name): [string, string][] => {
    const value = from[name];
    return value === undefined || isFunction(value) || names.has(sameName(name)) ? [] : [[name, value]];
  });
  return Object.fromEntries([...inherited, ...given]);
}

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
