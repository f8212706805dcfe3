import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** One process of this machine. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly rssBytes: number;
}

/** Lists the processes of this machine. A zombie counts, because its parent has not reaped it. */
export function listProcesses(): readonly Process[] {
  if (process.platform === 'linux') return readdirSync('/proc').flatMap(readStat);
  const rows = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' }).trim().split('\n');
  return rows.map((row) => {
    const [pid = 0, parent = 0, kilobytes = 0] = row.trim().split(/\s+/).map(Number);
    return { pid, parent, rssBytes: kilobytes * 1024 };
  });
}

/** Returns the processes below this one: its children, and theirs. */
export function descendantsOf(pid: number, all: readonly Process[] = listProcesses()): readonly Process[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

/** Reads a folder of /proc. Returns nothing if it is not a process, or if the process has just ended. */
function readStat(name: string): readonly Process[] {
  if (!/^\d+$/.test(name)) return [];
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    // The program's name is in parentheses and may contain spaces, so the fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [{ pid: Number(name), parent: Number(fields[1]), rssBytes: Number(fields[21]) * PAGE_BYTES }];
  } catch {
    return [];
  }
}

const PAGE_BYTES = 4096;
