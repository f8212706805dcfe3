import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** One process of this machine. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly rssBytes: number;
}

/** Lists the running processes of this machine. Zombies do not run: they stay until their parent reaps them, and some inits never do. */
export function listProcesses(): readonly Process[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(readStat);
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss=,stat='], { encoding: 'utf8' }).trim().split('\n');
  return rows.flatMap((row) => {
    const [pid, parent, kilobytes, state = ''] = row.trim().split(/\s+/);
    if (state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), rssBytes: Number(kilobytes) * 1024 }];
  });
}

/** Returns the processes below this one: its children, and theirs. */
export function descendantsOf(pid: number, all: readonly Process[] = listProcesses()): readonly Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

/** Reads a folder of /proc. Returns nothing if it is not a running process. */
function readStat(name: string): readonly Process[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return [];
    return [{ pid: Number(name), parent: Number(fields[1]), rssBytes: Number(fields[21]) * PAGE_BYTES }];
  } catch {
    return [];
  }
}

const PAGE_BYTES = 4096;

/** Counts the open file descriptors of a process. Undefined where the system does not list them. */
export function countOpenFiles(pid: number): number | undefined {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return undefined;
  }
}
