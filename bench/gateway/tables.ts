import type { Series } from '../measure.ts';
import { digits, middleHalf, printTable, printTitle } from '../print.ts';
import type { Contender, ContenderName } from './contenders.ts';
import type { Play } from './plays.ts';
import type { Results } from './results.ts';

/** Prints the results of one scenario. */
export function printPlay(play: Play, contenders: readonly Contender[], results: Results): void {
  const names = contenders.filter((contender) => play.canPlay(contender)).map(({ name }) => name);
  printTitle(play.title);
  if (play.name === 'tool') printTurn(names, results);
  else printRelay(play, names, results);
}

function printRelay({ name: play }: Play, names: readonly ContenderName[], results: Results): void {
  const isStreamed = play !== 'whole';
  printTable(
    [
      '',
      'p50 ms',
      'over direct, ms',
      ...(isStreamed ? ['over the pipe, µs/token'] : []),
      '16 concurrent: req/s',
      '× the pipe',
      'cpu µs/req',
    ],
    names.map((name) => [
      name,
      digits(results.of(play, 1, name).p50Ms.median),
      name === 'direct' ? '' : spread(results.addedMs(play, name)),
      ...(isStreamed ? [isProxy(name) ? spread(results.perTokenUs(play, name)) : ''] : []),
      digits(results.of(play, 16, name).rate.median),
      name === 'pipe' ? '1' : spread(results.timesPipe(play, name)),
      cpu(results.of(play, 16, name).cpuUs),
    ]),
  );
}

function printTurn(names: readonly ContenderName[], results: Results): void {
  printTable(
    ['', 'p50 ms', 'over the two calls, ms', 'cpu µs/turn'],
    names.map((name) => [
      name === 'direct' ? 'direct, two calls' : name,
      digits(results.of('tool', 1, name).p50Ms.median),
      name === 'direct' ? '' : spread(results.addedMs('tool', name)),
      cpu(results.of('tool', 1, name).cpuUs),
    ]),
  );
}

/** Formats the median and the range of the middle half of the rounds. */
export function spread(series: Series): string {
  return `${digits(series.median)} (${middleHalf(series)})`;
}

/** True for contenders that are compared with the pipe. */
function isProxy(name: ContenderName): boolean {
  return name !== 'direct' && name !== 'pipe';
}

function cpu(us: number | undefined): string {
  return us === undefined ? '' : digits(us);
}
