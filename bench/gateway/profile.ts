import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printNotes, printTable, printTitle } from '../print.ts';

/** A CPU profile of the gateway, written when it ends. */
export interface Profile {
  readonly nodeFlags: readonly string[];
  /** What came before is left out: the gateway's start, the compiler's first work. */
  begin(): void;
  /** After the gateway has ended. */
  print(): void;
}

/** `whose`: where there are several gateways. */
export function profileInFolder(whose = 'the gateway'): Profile {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-profile-'));
  let begunUs = 0;
  return {
    nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${folder}`, `--cpu-prof-interval=${INTERVAL_US}`],
    begin: () => {
      begunUs = Number(process.hrtime.bigint() / 1000n); // the clock of all processes here, V8's profiler included
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

/** Where the time was spent itself, not below; the idle time left out. */
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
    const ownUs = Math.min(us, 2 * INTERVAL_US); // in a longer one somebody else had the processor
    busyUs += ownUs;
    selfUs.set(name, (selfUs.get(name) ?? 0) + ownUs);
  });
  const top = [...selfUs].toSorted((a, b) => b[1] - a[1]).slice(0, ROWS);
  printTitle(`Where ${whose} spent its time`);
  printTable(
    ['function', 'ms', '% of busy'],
    top.map(([name, us]) => [name, (us / 1000).toFixed(0), ((us / busyUs) * 100).toFixed(1)]),
  );
  printNotes(`The whole profile, for the developer tools of a browser or an editor: ${file}`);
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName === '' ? '(anonymous)' : functionName;
  return url === '' ? name : `${name} ${placeOf(url)}:${lineNumber + 1}`;
}

/** The part of a path that a reader needs. */
function placeOf(url: string): string {
  for (const mark of ['/node_modules/', '/src/']) {
    const at = url.lastIndexOf(mark);
    if (at !== -1) return url.slice(at + 1);
  }
  return url;
}
