/**
 * Makes external text safe for one line of a terminal. Escapes control characters, line breaks, and invisible characters
 * that reorder or hide text, so that the text cannot move the cursor, change colours, or look like another line.
 */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, escaped);
}

/** Controls (C0, C1), format characters (bidi, zero-width, tags), lone surrogates, line and paragraph separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

const SHORT: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    SHORT.get(character) ?? (code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`)
  );
}
