import { truncate, withoutHidden } from '../../core/index.ts';
import type { Dialect } from '../database.ts';
import { quoteName, quoteTable } from '../quote.ts';

/** Makes external text one line without hidden characters, of at most `most` characters, that cannot end a comment of SQL. */
export function oneLine(text: string, most: number): string {
  const beginning = withoutHidden(text.slice(0, most * 2).toWellFormed())
    .replace(/\s+/g, ' ')
    .replaceAll('*/', '* /')
    .trim();
  const isCut = text.length > most * 2;
  return truncate(isCut ? `${beginning}…` : beginning, most, '…');
}

/** Returns an example value in double quotes. */
export function shownSample(sample: string): string {
  return JSON.stringify(oneLine(sample, MOST.sampleLetters));
}

/** Returns a column's name as a statement must write it. Hidden characters are left out. */
export function shownColumn(name: string, dialect: Dialect): string {
  return quoteName(nameLine(name), dialect);
}

export function shownTable(name: string, dialect: Dialect): string {
  return quoteTable(nameLine(name), dialect);
}

/** Returns a type without characters that could imitate the end of a definition, and with balanced quotes and parentheses. */
export function shownType(type: string): string {
  let line = oneLine(type, MOST.typeLetters).replace(STRANGE_IN_TYPE, '').replace(/-{2,}/g, '-');
  for (const mark of [`'`, '"']) if (line.split(mark).length % 2 === 0) line = line.replaceAll(mark, ' ');
  if (line.split('(').length !== line.split(')').length) line = line.replace(/[()]/g, ' ');
  return line.trim();
}

/** Returns a type as a definition writes it: in capitals, except for the values in its quotes. */
export function definedType(type: string): string {
  return shownType(type)
    .split("'")
    .map((part, place) => (place % 2 === 0 ? part.toUpperCase() : part))
    .join("'");
}

const STRANGE_IN_TYPE = /[^\p{L}\p{N}\s()[\],.'_<>:"%+-]/gu;

const MOST = { nameLetters: 128, typeLetters: 120, sampleLetters: 40 };

/** Unlike other texts, a name keeps its spaces, because a statement must repeat them. */
function nameLine(name: string): string {
  const line = withoutHidden(name.slice(0, MOST.nameLetters * 2).toWellFormed())
    .replace(/[\t\n\r]/g, ' ')
    .replaceAll('*/', '* /');
  return truncate(line, MOST.nameLetters, '…');
}

/** Returns the head and as many items as fit into the bytes, separated by commas. */
export function listWithin(head: string, items: Iterable<string>, bytes: number): string {
  const shown: string[] = [];
  let left = bytes - Buffer.byteLength(head) - Buffer.byteLength(MORE);
  for (const item of items) {
    left -= Buffer.byteLength(item) + 2;
    if (left < 0) {
      shown.push(MORE);
      break;
    }
    shown.push(item);
  }
  return head + shown.join(', ');
}

const MORE = '…';
