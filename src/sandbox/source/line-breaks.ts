import { isValid } from './tree.ts';

/**
 * Restores the line breaks of a program that is one line with `\n` instead of them. It changes a program only if that makes it
 * valid Python. Escapes inside strings stay.
 */
export async function withLineBreaks(code: string): Promise<string> {
  const line = code.trim();
  if (line.includes('\n') || !line.includes('\\n')) return code;
  const restored = line.replace(PIECE, (piece) => (piece === '\\n' ? '\n' : piece === '\\t' ? '\t' : piece));
  const isOneComment = line.startsWith('#'); // the first `\n` ends the comment
  return (isOneComment || !(await isValid(line))) && (await isValid(restored)) ? restored : code;
}

/** Matches a string, a comment up to the next `\n`, or an escape outside of them. An unterminated string ends with the text. */
const PIECE =
  /"""(?:\\.|[^\\])*?(?:"""|$)|'''(?:\\.|[^\\])*?(?:'''|$)|"(?:\\.|[^"\\])*(?:"|$)|'(?:\\.|[^'\\])*(?:'|$)|#(?:(?!\\n).)*|\\[nt]/g;
