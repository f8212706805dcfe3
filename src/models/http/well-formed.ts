/**
 * Replaces escaped lone surrogates in JSON text with U+FFFD. JSON.stringify writes a lone surrogate as an escape; some
 * servers reject a request for it, and then every later request with the same history.
 */
export function wellFormedJson(text: string): string {
  if (!text.includes('\\ud')) return text;
  // Matches one escape at a time, so that an escaped backslash before "ud800" is left alone.
  return text.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[\s\S])/g, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}
