/** A point in time, as far as it was told. */
export interface Moment {
  /** `2025-01-31` */
  readonly date?: string;
  /** `09:30:00`, or with a zone `09:30:00+02:00`. */
  readonly time?: string;
}

type Told = Moment & { readonly to: number };

/** The date, the time or both that are written at a place: `tomorrow at 9am`, `March 1st, 2025`, `2025-01-31T09:30Z`, `9:30`. */
export function readMoment(text: string, from: number, now: Date): Told | undefined {
  const day = readDay(text, from, now);
  const clock = readClock(text, day?.to ?? from, day !== undefined);
  return day === undefined || clock === undefined ? (day ?? clock) : { ...day, ...clock };
}

/** As a schema wants it written. */
export function writeMoment({ date, time }: Moment, format: unknown, now: Date): string {
  const day = date ?? dayOf(now);
  if (format === 'date') return day;
  if (format === 'date-time') return new Date(`${day}T${time ?? '00:00:00'}`).toISOString();
  return time === undefined ? day : `${day}T${time}`;
}

/** An IANA time zone by its own name, `america/new_york`, or by its city, `new york`. */
export function zoneOf(name: string): string | undefined {
  zones ??= new Map(
    [...Intl.supportedValuesOf('timeZone'), 'UTC'].flatMap((zone) => [
      [zone.toLowerCase(), zone],
      [zone.toLowerCase().replace(/^.*\//, '').replaceAll('_', ' '), zone],
    ]),
  );
  return zones.get(name.toLowerCase());
}

let zones: ReadonlyMap<string, string> | undefined;

/** The year that is not told is this one. What no calendar has is no day: `2025-02-30`. */
function readDay(text: string, from: number, now: Date): Told | undefined {
  if (!STARTS.has(text.slice(from, from + 3).toLowerCase()) && !/\d/.test(text.charAt(from))) return undefined;
  DAY.lastIndex = from;
  const [whole, iso, word = '', dayBefore, monthBehind, monthBefore, dayBehind, year = String(now.getFullYear())] =
    DAY.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const to = from + whole.length;
  const later = DAYS.get(word.toLowerCase());
  if (later !== undefined) return { date: dayOf(now, later), to };
  if (word !== '')
    return { date: dayOf(now), time: `${twoDigits(now.getHours())}:${twoDigits(now.getMinutes())}:00`, to };
  const month = MONTHS.findIndex((name) => name.startsWith((monthBefore ?? monthBehind ?? '').toLowerCase())) + 1;
  const date = iso ?? `${year}-${twoDigits(month)}-${twoDigits(dayBefore ?? dayBehind ?? '')}`;
  const day = new Date(`${date}T00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date) ? { date, to } : undefined;
}

/** Behind a day `at 9` will do. */
function readClock(text: string, from: number, hasDay: boolean): Told | undefined {
  if (!hasDay && !/\d/.test(text.charAt(from))) return undefined;
  CLOCK.lastIndex = from;
  const [whole = '', lead = '', hour, minute, seconds = ':00', half, zone = ''] = CLOCK.exec(text) ?? [];
  const isTime = minute !== undefined || half !== undefined || (hasDay && lead.trim() !== '');
  if (!isTime || Number(hour) > 23) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  return { time: `${twoDigits(hours)}:${minute ?? '00'}${seconds}${zone}`, to: from + whole.length };
}

const DAYS: ReadonlyMap<string, number> = new Map(Object.entries({ yesterday: -1, today: 0, tomorrow: 1 }));
const MONTHS = 'january february march april may june july august september october november december'.split(' ');
const STARTS = new Set([...DAYS.keys(), ...MONTHS, 'now'].map((word) => word.slice(0, 3)));

const MONTH = `(${MONTHS.flatMap((name) => [name, name.slice(0, 3)]).join('|')})`;
const ORDINAL = '(\\d{1,2})(?:st|nd|rd|th)?';
const DAY = new RegExp(
  '(\\d{4}-\\d\\d-\\d\\d)(?!\\d)|(yesterday|today|tomorrow|now)(?![a-z])|' +
    `(?:${ORDINAL}(?: of)? ${MONTH}|${MONTH} ${ORDINAL})(?![a-z\\d])(?:,? ([1-9]\\d{3})(?!\\d))?`,
  'iy',
);
const CLOCK =
  /(T| at | )?(\d{1,2})(?::([0-5]\d)(:[0-5]\d)?(?:\.\d{1,9})?)?(?: ?([ap]\.?m\b))?(Z|[-+](?:0\d|1[0-4]):[0-5]\d)?(?![a-z\d]|[:.]\d)/iy;

function dayOf(now: Date, later = 0): string {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + later);
  return `${day.getFullYear()}-${twoDigits(day.getMonth() + 1)}-${twoDigits(day.getDate())}`;
}

function twoDigits(value: number | string): string {
  return String(value).padStart(2, '0');
}
