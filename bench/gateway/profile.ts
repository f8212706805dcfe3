import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printNotes, printTable, printTitle } from '../print.ts';

/** A CPU profile of a gateway. V8 writes it when the process exits. */
export interface Profile {
  readonly nodeFlags: readonly string[];
  /** Excludes all samples before this moment: the gateway's start and the first compilations. */
  begin(): void;
  /** Prints the profile. Call it after the gateway has exited. */
  print(): void;
}

/** Returns a profile in a new temporary folder. `whose` names the gateway in the title. */
export function profileInFolder(whose = 'the gateway'): Profile {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-profile-'));
  let begunUs = 0;
  return {
    nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`],
    begin: () => {
      begunUs = Number(process.hrtime.bigint() / 1000n); // the clock that all processes and V8's profiler share
    },
    print: () => {
      for (const name of readdirSync(folder)) printProfile(path.join(folder, name), begunUs, whose);
    },
  };
}

const INTERVAL_US = 500;
const ROWS = 30;

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[];
  readonly startTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Prints the functions with the most self time, without idle time. */
function printProfile(file: string, begunUs: number, whose: string): void {
  const { nodes, startTime, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
  const names = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const selfUs = new Map<string, number>();
  let atUs = startTime;
  let busyUs = 0;
  samples.forEach((id, place) => {
    const name = names.get(id) ?? '';
    const us = timeDeltas[place] ?? 0;
    atUs += us;
    if (atUs < begunUs || name === '(idle)') return;
    const ownUs = Math.min(us, 2 * INTERVAL_US); // during a longer sample another process was running
    busyUs += ownUs;
    selfUs.set(name, (selfUs.get(name) ?? 0) + ownUs);
  });
  const top = [...selfUs].toSorted((a, b) => b[1] - a[1]).slice(0, ROWS);
  printTitle(`Functions in which ${whose} spent its time`);
  printTable(
    ['function', 'ms', '% of busy'],
    top.map(([name, us]) => [name, (us / 1000).toFixed(0), ((us / busyUs) * 100).toFixed(1)]),
  );
  printNotes(`To see the complete profile, open this file in the developer tools of a browser or an editor: ${file}`);
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} ${placeOf(url)}:${lineNumber + 1}`;
}

/** Returns the path from its last `node_modules` or `src` folder on. */
function placeOf(url: string): string {
  for (const mark of ['/node_modules/', '/src/']) {
    const at = url.lastIndexOf(mark);
    if (at !== -1) return url.slice(at + 1);
  }
  return url;
}
