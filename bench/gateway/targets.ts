import { digits, printTable, printTitle, whole } from '../print.ts';
import type { Keeping } from './memory.ts';
import type { PlayName } from './plays.ts';
import type { Results } from './results.ts';
import { spread } from './tables.ts';

/** What was promised, and what was measured. */
export function printTargets(results: Results, keeping: Keeping | undefined): void {
  const rows = [
    ...(results.has('whole', 1) ? [addedRow(results)] : []),
    ...LEAST_TIMES_PIPE.flatMap(([play, least]) => (results.has(play, 16) ? [rateRow(results, play, least)] : [])),
    ...STREAMS.flatMap((play) => (results.has(play, 1) ? [tokenRow(results, play)] : [])),
    ...(results.has('tool', 1) ? [turnRow(results)] : []),
    memoryRow(keeping),
  ];
  printTitle('Targets');
  printTable(['target', 'measured', 'control: pipe again', ''], rows);
}

const MOST_ADDED_MS = 0.35;
const MOST_TOKEN_US = 2;
const MOST_TURN_MS = 1;
const LEAST_TIMES_PIPE: readonly (readonly [PlayName, number])[] = [
  ['whole', 1],
  ['burst', 0.5],
  ['paced', 0.85],
];
const STREAMS: readonly PlayName[] = ['burst', 'paced'];

function addedRow(results: Results): string[] {
  const added = results.addedMs('whole', 'toolpath');
  return [
    `at most ${MOST_ADDED_MS} ms added, whole answers, one at a time`,
    `${spread(added)} ms (the pipe ${digits(results.addedMs('whole', 'pipe').median)})`,
    `${digits(results.addedMs('whole', 'pipe again').median)} ms`,
    verdict(added.median <= MOST_ADDED_MS),
  ];
}

function rateRow(results: Results, play: PlayName, least: number): string[] {
  const times = results.timesPipe(play, 'toolpath');
  return [
    `at least ${least} × the pipe, ${play}, 16 at once`,
    `${spread(times)} ×`,
    `${spread(results.timesPipe(play, 'pipe again'))} ×`,
    verdict(times.median >= least),
  ];
}

function tokenRow(results: Results, play: PlayName): string[] {
  const token = results.perTokenUs(play, 'toolpath');
  return [
    `at most ${MOST_TOKEN_US} µs a token over the pipe, ${play}`,
    `${spread(token)} µs`,
    `${spread(results.perTokenUs(play, 'pipe again'))} µs`,
    verdict(token.median <= MOST_TOKEN_US),
  ];
}

function turnRow(results: Results): string[] {
  const beside = results.addedMs('tool', 'toolpath');
  return [
    `at most ${MOST_TURN_MS} ms beside the two calls of a turn with a tool`,
    `${spread(beside)} ms`,
    '',
    verdict(beside.median <= MOST_TURN_MS),
  ];
}

function memoryRow(keeping: Keeping | undefined): string[] {
  const target = 'flat memory over 200,000 requests';
  if (keeping === undefined) return [target, 'not measured: --memory', '', ''];
  const { requests, heapGrownBytes, rssGrownBytes, isFlat } = keeping;
  const grown = `heap ${digits(heapGrownBytes)}, rss ${digits(rssGrownBytes)} bytes a request, in the last ${whole(requests / 2)}`;
  return [target, grown, '', verdict(isFlat)];
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}
