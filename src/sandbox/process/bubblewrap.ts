import { execFile } from 'node:child_process';
import type { Log } from '../../core/index.ts';
import type { Launch } from './launch.ts';

/** The result of trying bubblewrap on this machine. */
export type BubblewrapProbe = { readonly works: true } | { readonly works: false; readonly why: string };

/** The walls between a child process and this machine. A test can leave one out. */
export interface Walls {
  readonly bubblewrap: () => Promise<BubblewrapProbe>;
  /** True if Node's permission model can deny a process the network. */
  readonly nodeDeniesNetwork: boolean;
}

/** The walls of Monty's processes. If the interpreter is broken, only bubblewrap keeps the process from files and the network. */
export type MontyWalls = Pick<Walls, 'bubblewrap'>;

/** The walls of this machine. */
export const WALLS: Walls = {
  bubblewrap: probeBubblewrap,
  nodeDeniesNetwork: process.allowedNodeEnvironmentFlags.has('--allow-net'),
};

/** Returns the walls of Monty's processes. Logs once that bubblewrap does not work, when the first process starts. */
export function loggedWalls(log: Log, { bubblewrap }: MontyWalls = WALLS): MontyWalls {
  let isLogged = false;
  return {
    bubblewrap: async () => {
      const probe = await bubblewrap();
      if (!probe.works && !isLogged) {
        isLogged = true;
        log.warn(
          { reason: probe.why },
          'Programs of the Python engine "monty" run without bubblewrap, so only the engine keeps them in their process. Run `toolpath doctor` to see what to do.',
        );
      }
      return probe;
    },
  };
}

/**
 * Returns the launch inside bubblewrap: in separate namespaces, without a network, without capabilities, and with a root that
 * has only the command, the libraries of the system and the files and folders of `readable`, all of them read-only.
 */
export function wrapped({ command, args, env }: Launch, readable: readonly string[]): Launch {
  const visible = [...LIBRARIES, command, ...readable];
  return {
    command: 'bwrap',
    args: [
      ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
      ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
      ...visible.flatMap((path) => ['--ro-bind-try', path, path]), // a file may be removed before the process starts
      ...['--remount-ro', '/', '--chdir', '/', '--', command],
      ...args,
    ],
    env: { PATH: process.env.PATH ?? '' }, // for bwrap itself
  };
}

/** Tries bubblewrap once. Many containers do not allow the namespaces that it needs. */
export function probeBubblewrap(): Promise<BubblewrapProbe> {
  probe ??= tryBubblewrap();
  return probe;
}

let probe: Promise<BubblewrapProbe> | undefined;

function tryBubblewrap(): Promise<BubblewrapProbe> {
  const { command, args, env } = wrapped({ command: process.execPath, args: ['--version'], env: {} }, []);
  return new Promise((resolve) => {
    execFile(command, args, { env, timeout: PROBE_MS }, (error, stdout, stderr) => {
      if (error === null && stdout.trim() === process.version) return resolve({ works: true });
      const isMissing = error !== null && 'code' in error && error.code === 'ENOENT';
      const said = stderr.trim().split('\n').at(-1)?.slice(0, MOST_CHARACTERS) ?? '';
      resolve({ works: false, why: isMissing ? 'bubblewrap is not installed' : `bubblewrap fails here: ${said}` });
    });
  });
}

const PROBE_MS = 10_000; // it takes milliseconds; a machine that is so busy would otherwise count as one without bubblewrap
const MOST_CHARACTERS = 300;

const LIBRARIES = ['/usr/lib', '/usr/lib64', '/lib', '/lib64', '/nix/store'];
