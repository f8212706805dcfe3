import { Series } from '../../measure.ts';
import { digits, printTable, printTitle } from '../../print.ts';
import type { Readings } from '../rounds.ts';
import { spread } from '../tables.ts';
import type { Between } from './cast.ts';
import { type Measure, type WayName, wayName } from './measures.ts';
import { type WireName, wires } from './names.ts';

export function printMeasure(measure: Measure, readings: Readings<WayName>): void {
  printTitle(measure.title);
  const names = [...wires.keys()].filter((wire) => readings.has(wayName({ wire, between: 'pipe' })));
  printTable(
    ['', 'pipe', 'toolpath', 'added', '× openai'],
    names.map((wire) => [
      wire,
      digits(figureOf(measure, readings, wire, 'pipe').median),
      digits(figureOf(measure, readings, wire, 'toolpath').median),
      spread(added(measure, readings, wire)),
      wire === 'openai' ? '1' : spread(timesOpenai(measure, readings, wire)),
    ]),
  );
}

/** Prints the targets beside the measured figures. */
export function printTargets(taken: ReadonlyMap<Measure, Readings<WayName>>): void {
  printTitle('Targets');
  const rows = [...taken].flatMap(([measure, readings]) => PROMISED.map((wire) => targetRow(measure, readings, wire)));
  printTable(['target', 'measured', 'control: openai again', ''], rows);
}

const PROMISED: readonly WireName[] = ['anthropic', 'ollama'];
const MOST_TIMES = 1.3;

function targetRow(measure: Measure, readings: Readings<WayName>, wire: WireName): string[] {
  const times = timesOpenai(measure, readings, wire);
  return [
    `${wire} adds at most ${MOST_TIMES} × what openai adds, ${measure.name}`,
    `${spread(times)} ×`,
    `${spread(timesOpenai(measure, readings, 'openai again'))} ×`,
    times.median <= MOST_TIMES ? 'met' : 'missed',
  ];
}

function timesOpenai(measure: Measure, readings: Readings<WayName>, wire: WireName): Series {
  const base = added(measure, readings, 'openai').rounds;
  return new Series(added(measure, readings, wire).rounds.map((value, round) => value / (base[round] ?? Number.NaN)));
}

function added(measure: Measure, readings: Readings<WayName>, wire: WireName): Series {
  return figureOf(measure, readings, wire, 'toolpath').minus(figureOf(measure, readings, wire, 'pipe'));
}

function figureOf(measure: Measure, readings: Readings<WayName>, wire: WireName, between: Between): Series {
  const reading = readings.get(wayName({ wire, between }));
  if (reading === undefined)
    throw new Error(`The way "${wayName({ wire, between })}" was not measured in "${measure.name}".`);
  return measure.figureIn(reading);
}
