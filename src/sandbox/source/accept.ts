import { isRecord, parseJson } from '../../core/index.ts';
import { withoutFence } from './fence.ts';
import { withoutIndentation } from './indentation.ts';
import { withLineBreaks } from './line-breaks.ts';
import { withPlainCharacters } from './plain-characters.ts';

/** The text of a program, or the reason why there is none, in words for a model. */
export type Accepted = { readonly ok: true; readonly code: string } | { readonly ok: false; readonly reason: string };

/**
 * Reads the program in a model's `code` argument: a text, an array of lines, the JSON text of such an array, or one of them in an
 * object's `code`. Models put a program into a Markdown block, indent it, escape it, or write `\n` instead of line breaks: all of
 * that is undone. The code ends its lines with LF only.
 */
export async function programIn(value: unknown, mostBytes: number): Promise<Accepted> {
  const text = textIn(value);
  if (text === undefined)
    return refuse('"code" must be a text with a Python program. Example: {"code": "x = 6 * 7\\nprint(x)"}');
  const bytes = Buffer.byteLength(text);
  if (bytes > mostBytes) {
    return refuse(
      `The program has ${bytes} bytes; at most ${mostBytes} are allowed ("limits.pythonCodeBytes"). Send a shorter program.`,
    );
  }
  const unfenced = await withoutFence(plain(linesIn(text) ?? text));
  if (unfenced === undefined) {
    return refuse('The program has several fenced blocks. Send one program, without fences and without other text.');
  }
  const code = await withoutIndentation(await withPlainCharacters(await withLineBreaks(unfenced)));
  return code.trim() === '' ? refuse(EMPTY) : { ok: true, code };
}

const EMPTY = 'The program is empty. Write Python, for example:\nx = 6 * 7\nprint(x)';

function refuse(reason: string): Accepted {
  return { ok: false, reason };
}

/** Returns undefined if the value contains no text. */
function textIn(value: unknown): string | undefined {
  let inner = value;
  while (isRecord(inner)) inner = Object.hasOwn(inner, 'code') ? inner.code : undefined;
  if (typeof inner === 'string') return inner;
  return Array.isArray(inner) ? joined(inner) : undefined;
}

/** Returns the lines of a text that is a JSON array of several strings. As Python, it would be a list of texts that do not run. */
function linesIn(text: string): string | undefined {
  const lines = /^\s*\[\s*"/.test(text) ? parseJson(text) : undefined;
  return Array.isArray(lines) && lines.length > 1 ? joined(lines) : undefined;
}

function joined(lines: readonly unknown[]): string | undefined {
  if (!lines.every((line) => typeof line === 'string')) return undefined;
  return lines.map((line) => line.replace(/\r?\n$/, '')).join('\n');
}

/** Removes a byte order mark and NULs at the end, and ends each line with LF. */
function plain(text: string): string {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  let to = text.length;
  while (to > from && text[to - 1] === '\0') to--;
  return text.slice(from, to).replace(/\r\n?/g, '\n');
}
