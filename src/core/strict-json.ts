/**
 * JSON from a stranger, read without silent change: a number that JavaScript cannot hold exactly is refused rather than
 * rounded, a member that is named twice is refused rather than dropped, and so are towers of brackets, before they are
 * parsed.
 */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

export function readStrictJson(text: string, deepest = DEEPEST): StrictJson {
  const written = scan(text);
  if (written.depth > deepest) return { ok: false, reason: `it is nested deeper than ${deepest} levels` };
  try {
    // Only a long run of digits or an exponent can lose anything; most texts have neither.
    const value: unknown = RISKY_NUMBER.test(text) ? JSON.parse(text, refuseLoss) : JSON.parse(text);
    if (countMembers(value) !== written.members) return { ok: false, reason: 'an object names the same member twice' };
    return { ok: true, value };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it is not JSON' };
  }
}

const DEEPEST = 64;
const RISKY_NUMBER = /\d{16}|\d[eE]/;

function refuseLoss(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || isExact(source, value)) return value;
  throw new Error(`the number ${source.slice(0, 40)} cannot be carried exactly: write it as a string`);
}

/** Does the number, written out again, say what was written? Fractions excepted: those are rounded in any case. */
function isExact(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  return !Number.isInteger(value) || decimal(source) === decimal(String(value));
}

/** One spelling for each decimal number: `1000`, `1e3` and `10.00e2` are all `1e3`. */
function decimal(text: string): string {
  const [, whole = '', fraction = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** Counts brackets and colons outside of strings, without knowing whether the text is JSON. */
function scan(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let inString = false;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (inString) {
      if (unit === BACKSLASH) place++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === COLON) members++;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return { depth: deepest, members };
}

/** Fewer than were written when a name came twice: JSON.parse keeps the last and says nothing. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const fields = Object.values(value);
  return fields.reduce((sum: number, field) => sum + countMembers(field), Array.isArray(value) ? 0 : fields.length);
}

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
