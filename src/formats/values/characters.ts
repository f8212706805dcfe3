import { BACKSLASH, CLOSE_BRACE, CLOSE_BRACKET, QUOTE } from '../../core/index.ts';

export {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../core/index.ts';

/** Structural characters that other dialects have in addition to those of JSON. */
export const APOSTROPHE = 0x27;
export const EQUALS = 0x3d;
export const SEMICOLON = 0x3b;
export const OPEN_PAREN = 0x28;
export const STAR = 0x2a;
export const CLOSE_PAREN = 0x29;
export const LESS = 0x3c;

/** Returns true for the whitespace characters of JSON. */
export function isSpace(unit: number): boolean {
  return unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

export function isQuote(unit: number): boolean {
  return unit === QUOTE || unit === APOSTROPHE;
}

export function isCloser(unit: number): boolean {
  return unit === CLOSE_BRACE || unit === CLOSE_BRACKET || unit === CLOSE_PAREN;
}

/** Returns the offset after the whitespace at `from`. */
export function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/**
 * Escapes text for the inside of a JSON string. Half a surrogate pair is not escaped: the other half may be in the next piece,
 * and the joined pieces must not depend on how the text was split.
 */
export function escapeJson(text: string): string {
  let escaped = '';
  let told = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x20 && unit !== QUOTE && unit !== BACKSLASH) continue;
    escaped += text.slice(told, at) + escapeUnit(unit);
    told = at + 1;
  }
  return told === 0 ? text : escaped + text.slice(told);
}

export function escapeUnit(unit: number): string {
  switch (unit) {
    case QUOTE:
      return '\\"';
    case BACKSLASH:
      return '\\\\';
    case 0x0a:
      return '\\n';
    case 0x0d:
      return '\\r';
    case 0x09:
      return '\\t';
    default:
      return unit < 0x20 ? `\\u${unit.toString(16).padStart(4, '0')}` : String.fromCharCode(unit);
  }
}
