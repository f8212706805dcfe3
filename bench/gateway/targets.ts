import { digits, printTable, printTitle, whole } from '../print.ts';
import type { Keeping } from './memory.ts';
import type { PlayName } from './plays.ts';
import type { Results } from './results.ts';
import { spread } from './tables.ts';

/** Prints the targets beside the measured figures. */
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
    `adds at most ${MOST_ADDED_MS} ms to a complete answer, one at a time`,
    `${spread(added)} ms (the pipe adds ${digits(results.addedMs('whole', 'pipe').median)})`,
    `${digits(results.addedMs('whole', 'pipe again').median)} ms`,
    verdict(added.median <= MOST_ADDED_MS),
  ];
}

function rateRow(results: Results, play: PlayName, least: number): string[] {
  const times = results.timesPipe(play, 'toolpath');
  return [
    `at least ${least} × the throughput of the pipe, ${play}, 16 concurrent`,
    `${spread(times)} ×`,
    `${spread(results.timesPipe(play, 'pipe again'))} ×`,
    verdict(times.median >= least),
  ];
}

function tokenRow(results: Results, play: PlayName): string[] {
  const token = results.perTokenUs(play, 'toolpath');
  return [
    `at most ${MOST_TOKEN_US} µs per token over the pipe, ${play}`,
    `${spread(token)} µs`,
    `${spread(results.perTokenUs(play, 'pipe again'))} µs`,
    verdict(token.median <= MOST_TOKEN_US),
  ];
}

function turnRow(results: Results): string[] {
  const beside = results.addedMs('tool', 'toolpath');
  return [
    `adds at most ${MOST_TURN_MS} ms to the two model calls of a turn with a tool`,
    `${spread(beside)} ms`,
    '',
    verdict(beside.median <= MOST_TURN_MS),
  ];
}

function memoryRow(keeping: Keeping | undefined): string[] {
  const target = 'memory stays flat over 200,000 requests';
  if (keeping === undefined) return [target, 'not measured; add --memory', '', ''];
  const { requests, heapGrownBytes, rssGrownBytes, isFlat } = keeping;
  const grown = `growth per request in the last ${whole(requests / 2)}: heap ${digits(heapGrownBytes)} bytes, rss ${digits(rssGrownBytes)} bytes`;
  return [target, grown, '', verdict(isFlat)];
}

function verdict(isMet: boolean): string {
  return isMet ? 'met' : 'missed';
}
