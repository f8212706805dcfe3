/**
 * JSON from a stranger, read without silent change: a number that JavaScript cannot hold exactly is refused rather than
 * rounded, and towers of brackets are refused before they are parsed.
 */
export type StrictJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

export function readStrictJson(text: string, deepest = DEEPEST): StrictJson {
  if (isDeeperThan(text, deepest)) return { ok: false, reason: `it is nested deeper than ${deepest} levels` };
  try {
    // Only a long run of digits or an exponent can lose anything; most texts have neither.
    const value: unknown = RISKY_NUMBER.test(text) ? JSON.parse(text, refuseLoss) : JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : 'it is not JSON' };
  }
}

const DEEPEST = 64;
const RISKY_NUMBER = /\d{16}|\d[eE]/;

function refuseLoss(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined) return value;
  const isWhole = /^-?\d+$/.test(source);
  const isExact = Number.isFinite(value) && (!isWhole || BigInt(source) === BigInt(value));
  if (!isExact)
    throw new Error(`the number ${source.slice(0, 40)} is too large to be carried exactly: write it as a string`);
  return value;
}

/** Counts brackets outside of strings. */
function isDeeperThan(text: string, deepest: number): boolean {
  let depth = 0;
  let inString = false;
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place);
    if (inString) {
      if (unit === BACKSLASH) place++;
      else if (unit === QUOTE) inString = false;
    } else if (unit === QUOTE) inString = true;
    else if (unit === OPEN_BRACE || unit === OPEN_BRACKET) {
      if (++depth > deepest) return true;
    } else if (unit === CLOSE_BRACE || unit === CLOSE_BRACKET) depth--;
  }
  return false;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
