/**
 * JSON text without halves of characters: JSON.stringify writes a lone surrogate as an escape, and some servers refuse a
 * whole request for it, and every later one with the same history. Each becomes the mark for an unknown character.
 */
export function wellFormedJson(text: string): string {
  if (!text.includes('\\ud')) return text;
  // An escape at a time, so that an escaped backslash before "ud800" stays what it is.
  return text.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[\s\S])/g, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}
