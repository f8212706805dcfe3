import type { Moment } from './pieces.ts';
import type { Sight } from './sights.ts';

/** Dates and times that take several words, as one sight: `tomorrow at 9am`, `March 1st, 2025`, `in 10 minutes`. */
export function withMoments(sights: readonly Sight[], now: Date): readonly Sight[] {
  const seen: Sight[] = [];
  for (let place = 0; place < sights.length; ) {
    const told = readDay(sights, place, now);
    const timed = withTime(sights, place, told);
    const last = sights[place + timed.length - 1];
    const first = sights[place];
    if (first === undefined || last === undefined) break;
    seen.push(timed.moment === undefined ? first : spanning(first, last, timed.moment));
    place += timed.length;
  }
  return seen;
}

/** As a schema wants it written. A zone that was not told is this machine's, and only where one must be. */
export function writeMoment({ date, time, zone }: Moment, format: unknown, now: Date): string {
  const day = date ?? dayOf(now);
  switch (format) {
    case 'date':
      return day;
    case 'time':
      return `${time ?? '00:00:00'}${zone ?? offsetOf(now)}`;
    case 'date-time':
      return `${day}T${time ?? '00:00:00'}${zone ?? offsetOf(now)}`;
    default:
      return time === undefined ? day : `${day}T${time}${zone ?? ''}`;
  }
}

/** What is told from here on, and by how many sights. */
interface Told {
  readonly moment?: Moment;
  readonly length: number;
}

function readDay(sights: readonly Sight[], place: number, now: Date): Told {
  const at = (step: number) => wordAt(sights, place + step);
  const numberAt = (step: number) => integerAt(sights, place + step);
  const sight = sights[place];
  if (sight?.kind === 'moment') return { moment: sight.moment, length: 1 };
  const days = DAYS.get(at(0));
  if (days !== undefined) return { moment: { date: dayOf(now, days) }, length: 1 };
  if (at(0) === 'now') return { moment: { date: dayOf(now), time: clockOf(now) }, length: 1 };
  const unitMs = UNITS_MS.get(at(2));
  const units = numberAt(1) ?? 0;
  if (at(0) === 'in' && unitMs !== undefined && units > 0 && units <= MOST_UNITS) {
    const then = new Date(now.getTime() + units * unitMs);
    return { moment: { date: dayOf(then), ...(unitMs < DAY_MS && { time: clockOf(then) }) }, length: 3 };
  }
  const skipped = at(0) === 'next' || at(0) === 'this' ? 1 : 0;
  const weekday = WEEKDAYS.indexOf(at(skipped));
  if (weekday !== -1) {
    return { moment: { date: dayOf(now, (weekday - now.getDay() + 7) % 7 || 7) }, length: skipped + 1 };
  }
  return readDate(at, numberAt, now);
}

/** `March 1`, `March 1st, 2025`, `1 March`, `1st of March 2025`. The year that is not told is this one. */
function readDate(at: (step: number) => string, numberAt: (step: number) => number | undefined, now: Date): Told {
  const isDayFirst = numberAt(0) !== undefined;
  const monthAt = isDayFirst ? (at(1) === 'of' ? 2 : 1) : 0;
  const month = MONTHS.findIndex((name) => at(monthAt) === name || at(monthAt) === name.slice(0, 3));
  const day = numberAt(isDayFirst ? 0 : 1);
  if (month === -1 || day === undefined || day < 1 || day > 31) return { length: 1 };
  const yearAt = Math.max(monthAt, isDayFirst ? 0 : 1) + 1;
  const year = numberAt(yearAt) ?? 0;
  const hasYear = year >= 1000 && year <= 9999;
  const date = `${hasYear ? year : now.getFullYear()}-${twoDigits(month + 1)}-${twoDigits(day)}`;
  return { moment: { date }, length: hasYear ? yearAt + 1 : yearAt };
}

/** A day, and the time behind it: `tomorrow at 9`. */
function withTime(sights: readonly Sight[], place: number, told: Told): Told {
  if (told.moment?.date === undefined || told.moment.time !== undefined) return told;
  const step = wordAt(sights, place + told.length) === 'at' ? 1 : 0;
  const next = sights[place + told.length + step];
  const hour = step === 1 ? integerAt(sights, place + told.length + step) : undefined;
  const isHour = hour !== undefined && hour >= 0 && hour < 24;
  const time = next?.kind === 'moment' && next.moment.date === undefined ? next.moment.time : undefined;
  if (time === undefined && !isHour) return told;
  return { moment: { ...told.moment, time: time ?? `${twoDigits(hour ?? 0)}:00:00` }, length: told.length + step + 1 };
}

function spanning(first: Sight, last: Sight, moment: Moment): Sight {
  const { from, text } = first;
  return { kind: 'moment', moment, text, from, to: last.to, ...(last.end !== undefined && { end: last.end }) };
}

function wordAt(sights: readonly Sight[], place: number): string {
  const sight = sights[place];
  return sight?.kind === 'word' ? sight.text.toLowerCase() : '';
}

function integerAt(sights: readonly Sight[], place: number): number | undefined {
  const sight = sights[place];
  return sight?.kind === 'number' && Number.isInteger(sight.value) ? sight.value : undefined;
}

const DAYS: ReadonlyMap<string, number> = new Map([
  ['today', 0],
  ['tonight', 0],
  ['tomorrow', 1],
  ['yesterday', -1],
]);
const DAY_MS = 86_400_000;
const MOST_UNITS = 10_000; // further away there are no dates that a calendar could hold
const UNITS_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({ minute: 60_000, hour: 3_600_000, day: DAY_MS, week: 7 * DAY_MS }).flatMap(([unit, ms]) => [
    [unit, ms],
    [`${unit}s`, ms],
  ]),
);
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = 'january february march april may june july august september october november december'.split(' ');

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
