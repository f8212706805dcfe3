import { isRecord, truncate, withoutHidden } from '../../core/index.ts';
import { KEYWORDS } from './python-words.ts';

/** Returns a JSON value as a Python literal. Long texts and deep values are shortened. */
export function literal(value: unknown, depth = 2): string {
  if (typeof value === 'string') return JSON.stringify(withoutHidden(truncate(value, MOST_TEXT, '…')));
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number') return String(value);
  if (value === null) return 'None';
  if (depth === 0) return '...';
  if (Array.isArray(value)) return `[${listed(value, (item) => literal(item, depth - 1))}]`;
  if (!isRecord(value)) return '...';
  return `{${listed(Object.entries(value), ([name, item]) => `${literal(name)}: ${literal(item, depth - 1)}`)}}`;
}

const MOST_TEXT = 60;
const MOST_ITEMS = 12;

/** Writes the first items of a list, separated by commas. */
export function listed<T>(items: readonly T[], write: (item: T) => string): string {
  const shown = items.slice(0, MOST_ITEMS).map(write);
  return [...shown, ...(items.length > MOST_ITEMS ? ['...'] : [])].join(', ');
}

/** Returns the beginning of a text as one line, without invisible characters. */
export function oneLine(text: string, most: number): string {
  const plain = withoutHidden(text.slice(0, READ_TIMES * most))
    .replace(/\s+/g, ' ')
    .trim();
  return truncate(plain, most, '…');
}

const READ_TIMES = 4; // the text may contain much white space

/** Returns the first paragraph of a text as one line. */
export function firstParagraph(text: string, most: number): string {
  const start = text.slice(0, READ_TIMES * most).trimStart();
  return oneLine(start.split(/\n[ \t\r]*\n/, 1)[0] ?? '', most);
}

/** Escapes a text for a string in three double quotes that another line or a closing mark follows. */
export function inDocstring(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
}

/** Returns true if a text can be the name of a keyword argument, and is the name that Python makes of it. */
export function isParameterName(text: string): boolean {
  const isIdentifier = /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text) && text.length <= MOST_TEXT;
  return isIdentifier && !KEYWORDS.has(text) && text.normalize('NFKC') === text && withoutHidden(text) === text;
}
