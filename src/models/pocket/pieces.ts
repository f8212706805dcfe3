/** What a piece of text between two spaces may be. */
export type Piece = { readonly text: string } & (
  | { readonly kind: 'word' | 'email' | 'uri' | 'uuid' | 'path' }
  | { readonly kind: 'number'; readonly value: number; readonly unit?: string; readonly isPercent?: boolean }
  | { readonly kind: 'moment'; readonly moment: Moment }
);

/** A point in time, as far as it was told. */
export interface Moment {
  /** `2025-01-31` */
  readonly date?: string;
  /** `09:30:00` */
  readonly time?: string;
  /** `Z` or `+02:00` */
  readonly zone?: string;
}

/** Mostly one piece; two of `20°C` and `3d6`; none where there is neither letter nor digit. */
export function readPieces(core: string): readonly { readonly piece: Piece; readonly at: number }[] {
  if (core.length > LONGEST) return [{ piece: { kind: core.includes('://') ? 'uri' : 'word', text: core }, at: 0 }];
  const piece = readNumber(core) ?? readMoment(core) ?? readAddress(core);
  if (piece !== undefined) return [{ piece, at: 0 }];
  const [, count = '', sides] = DICE.exec(core) ?? [];
  if (sides !== undefined) {
    const dice: Piece = { kind: 'number', text: count, value: Number(count), unit: 'dice' };
    const faces: Piece = { kind: 'number', text: sides, value: Number(sides), unit: 'sides' };
    return [...(count === '' ? [] : [{ piece: dice, at: 0 }]), { piece: faces, at: core.length - sides.length }];
  }
  const [, number, unit = ''] = MEASURE.exec(core) ?? [];
  const measured = number === undefined ? undefined : readNumber(number);
  if (measured !== undefined) {
    return [
      { piece: measured, at: 0 },
      { piece: { kind: 'word', text: unit }, at: core.length - unit.length },
    ];
  }
  return /[\p{L}\p{N}]/u.test(core) ? [{ piece: { kind: 'word', text: core }, at: 0 }] : [];
}

/** Longer ones are no word of any language; the expressions here never see more. */
const LONGEST = 256;

const DICE = /^(\d{0,4})d(\d{1,4})$/i;
const MEASURE = /^([-+]?[\d.,]+)°?(\p{L}{1,12})$/u;

/** `1,000.5`, `-3`, `$20`, `15%`, `2nd`, `seven`; with a decimal comma where it cannot be one of thousands: `3,5`. */
function readNumber(text: string): Piece | undefined {
  const [tens = '', unit = 'zero'] = text.toLowerCase().split('-');
  const spelled = (SPELLED.get(tens) ?? Number.NaN) + (SPELLED.get(unit) ?? Number.NaN); // twenty-five
  if (!Number.isNaN(spelled)) return { kind: 'number', text, value: spelled };
  const [, sign, digits, end] = NUMBER.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const plain = /^\d+,\d{1,2}$/.test(digits) ? digits.replace(',', '.') : digits.replaceAll(',', '');
  const value = Number(`${sign ?? ''}${plain}`);
  return Number.isFinite(value) ? { kind: 'number', text, value, ...(end === '%' && { isPercent: true }) } : undefined;
}

const NUMBER = /^([-+])?[$€£]?(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+,\d{1,2}|\d*\.?\d+)(%|st|nd|rd|th|€)?$/;

const SPELLED: ReadonlyMap<string, number> = new Map(
  [
    ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
      .split(' ')
      .entries(),
    ...'thirty forty fifty sixty seventy eighty ninety hundred'
      .split(' ')
      .map((word, place) => [30 + 10 * place, word] as const),
    [1_000, 'thousand'] as const,
    [1_000_000, 'million'] as const,
    [12, 'dozen'] as const,
  ].map(([value, word]) => [word, value]),
);

/** `2025-01-31`, `2025-01-31T09:30Z`, `9:30`, `9am`. */
export function readMoment(text: string): (Piece & { readonly kind: 'moment' }) | undefined {
  const [, date, time, seconds = ':00', zone] = ISO.exec(text) ?? [];
  if (date !== undefined) {
    const clock = time === undefined ? {} : { time: `${time}${seconds}`, ...(zone !== undefined && { zone }) };
    return Number.isNaN(Date.parse(date)) ? undefined : { kind: 'moment', text, moment: { date, ...clock } };
  }
  const [, hour, minute, half] = CLOCK.exec(text.toLowerCase()) ?? [];
  if (hour === undefined || (minute === undefined && half === undefined)) return undefined;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.startsWith('p') ? 12 : 0);
  if (hours > 23) return undefined;
  return { kind: 'moment', text, moment: { time: `${String(hours).padStart(2, '0')}:${minute ?? '00'}:00` } };
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[-+]\d\d:\d\d)?)?$/;
const CLOCK = /^(\d{1,2})(?::([0-5]\d))?(am|pm|a\.m|p\.m)?$/;

function readAddress(text: string): Piece | undefined {
  if (/^[a-z][a-z0-9+.-]*:\/\/./i.test(text) || /^www\.\w/i.test(text)) return { kind: 'uri', text };
  if (/^[^@]+@[^@.]+\.[^@]+$/.test(text)) return { kind: 'email', text };
  if (/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)) return { kind: 'uuid', text };
  const isPath = /^~?[/\\]|^\.{1,2}[/\\]|^[a-z]:\\/i.test(text) || /^[^/]+\/[^/]/.test(text) || FILE_NAME.test(text);
  return isPath && !/^\d+\/\d+$/.test(text) ? { kind: 'path', text } : undefined;
}

/** `notes.txt`, `.env`, but neither `e.g` nor `3.14`. */
const FILE_NAME = /^[\w-]*[\w-]{2}\.[a-z][a-z\d]{0,4}$|^\.[a-z]{2,12}$|^[\w-]+(?:\.[\w-]+)+\.[a-z][a-z\d]{0,4}$/i;
