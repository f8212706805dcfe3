/**
 * Foreign text made safe for one line of a terminal: control characters, line breaks, and the invisible characters that
 * reorder or hide text are written as escapes, so that nothing can move the cursor, colour, or pass for another line.
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
