import { type Moment, readMoment } from './pieces.ts';
import type { Sight } from './sights.ts';

/** Dates and times that take several words, as one sight: `tomorrow at 9am`, `March 1st, 2025`. */
export function withMoments(sights: readonly Sight[], now: Date): readonly Sight[] {
  const seen: Sight[] = [];
  for (let place = 0; place < sights.length; ) {
    const first = sights[place];
    const { moment, length } = withTime(sights, place, now);
    const last = sights[place + length - 1];
    if (first === undefined || last === undefined) break;
    seen.push(moment === undefined ? first : { ...last, kind: 'moment', moment, text: first.text, from: first.from });
    place += length;
  }
  return seen;
}

/** As a schema wants it written. A zone that was not told is this machine's, and only where one must be. */
export function writeMoment({ date, time, zone }: Moment, format: unknown, now: Date): string {
  const day = date ?? dayOf(now);
  const clock = time ?? '00:00:00';
  if (format === 'date') return day;
  if (format === 'time') return `${clock}${zone ?? offsetOf(now)}`;
  if (format === 'date-time') return `${day}T${clock}${zone ?? offsetOf(now)}`;
  return time === undefined ? day : `${day}T${clock}${zone ?? ''}`;
}

/** What is told from a place on, and by how many sights. */
interface Told {
  readonly moment: Moment | undefined;
  readonly length: number;
}

function readDay(sights: readonly Sight[], place: number, now: Date): Told {
  const sight = sights[place];
  if (sight?.kind === 'moment') return { moment: sight.moment, length: 1 };
  const half = wordAt(sights, place + 1);
  const clock = half === 'am' || half === 'pm' ? readMoment(`${sight?.text}${half}`) : undefined;
  if (clock !== undefined) return { moment: clock.moment, length: 2 };
  const word = wordAt(sights, place);
  const days = DAYS.indexOf(word);
  if (days !== -1) return { moment: { date: dayOf(now, days - 1) }, length: 1 };
  if (word === 'now') return { moment: { date: dayOf(now), time: clockOf(now) }, length: 1 };
  return readDate(sights, place, now);
}

/** `March 1`, `March 1st, 2025`, `1 March`, `1st of March 2025`. The year that is not told is this one. */
function readDate(sights: readonly Sight[], place: number, now: Date): Told {
  const isDayFirst = integerAt(sights, place) !== undefined;
  const monthAt = place + (isDayFirst ? (wordAt(sights, place + 1) === 'of' ? 2 : 1) : 0);
  const yearAt = isDayFirst ? monthAt + 1 : monthAt + 2;
  const name = wordAt(sights, monthAt);
  const month = MONTHS.findIndex((each) => name === each || name === each.slice(0, 3));
  const day = integerAt(sights, isDayFirst ? place : monthAt + 1) ?? 0;
  const year = integerAt(sights, yearAt) ?? 0;
  if (month === -1 || day < 1 || day > 31) return { moment: undefined, length: 1 };
  const hasYear = year >= 1000 && year <= 9999;
  const date = `${hasYear ? year : now.getFullYear()}-${twoDigits(month + 1)}-${twoDigits(day)}`;
  return { moment: { date }, length: yearAt - place + (hasYear ? 1 : 0) };
}

/** A day with the time behind it: `tomorrow 9am`, `tomorrow at 9`. */
function withTime(sights: readonly Sight[], place: number, now: Date): Told {
  const { moment, length } = readDay(sights, place, now);
  if (moment === undefined || moment.date === undefined || moment.time !== undefined) return { length, moment };
  const step = wordAt(sights, place + length) === 'at' ? 1 : 0;
  const at = place + length + step;
  const clock = readDay(sights, at, now);
  if (clock.moment?.time !== undefined && clock.moment.date === undefined) {
    return { moment: { ...moment, ...clock.moment }, length: length + step + clock.length };
  }
  const hour = integerAt(sights, at) ?? 24;
  if (step === 0 || hour < 0 || hour > 23) return { moment, length };
  return { moment: { ...moment, time: `${twoDigits(hour)}:00:00` }, length: length + step + 1 };
}

const DAYS = ['yesterday', 'today', 'tomorrow'];
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

function wordAt(sights: readonly Sight[], place: number): string {
  const sight = sights[place];
  return sight?.kind === 'word' ? sight.text.toLowerCase() : '';
}

function integerAt(sights: readonly Sight[], place: number): number | undefined {
  const sight = sights[place];
  return sight?.kind === 'number' && Number.isInteger(sight.value) ? sight.value : undefined;
}

function dayOf(now: Date, later = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

function clockOf(now: Date): string {
  return `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}:00`;
}

function offsetOf(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${twoDigits(Math.floor(size / 60))}:${twoDigits(size % 60)}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
