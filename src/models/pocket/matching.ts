import { searchWords } from '../../search/index.ts';
import type { FoundColumn, FoundTable } from './schema-text.ts';

/** Returns the tables that the words may name: one with exactly this name, or else all whose names contain the words. */
export function tablesNamed(words: string, tables: readonly FoundTable[]): readonly FoundTable[] {
  const stems = stemsOf(words);
  if (stems.size === 0) return [];
  const exact = tables.find((table) => isSame(stems, stemsOf(ownName(table))));
  return exact === undefined ? tables.filter((table) => isWithin(stems, stemsOf(ownName(table)))) : [exact];
}

/** Returns the tables whose comments contain the words. */
export function tablesDescribed(words: string, tables: readonly FoundTable[]): readonly FoundTable[] {
  const stems = stemsOf(words);
  if (stems.size === 0) return [];
  return tables.filter((table) => isWithin(stems, stemsOf(`${ownName(table)} ${table.comment}`)));
}

/** Finds the column that the words name. */
export function columnNamed(words: string, columns: readonly FoundColumn[]): FoundColumn | undefined {
  const stems = stemsOf(words);
  if (stems.size === 0) return undefined;
  const exact = columns.find(({ name }) => isSame(stems, stemsOf(name)));
  return exact ?? only(columns.filter(({ name }) => isWithin(stems, stemsOf(name))));
}

/** Finds the first column with one of these words in its name. The order of the words decides, then a name without other words. */
export function columnLike(words: readonly string[], columns: readonly FoundColumn[]): FoundColumn | undefined {
  for (const word of words) {
    const [stem = ''] = searchWords(word);
    const like = columns.filter(({ name }) => stemsOf(name).has(stem));
    const found = like.find(({ name }) => stemsOf(name).size === 1) ?? like[0];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the column that holds the name or title of a row. */
export function nameColumn(table: FoundTable): FoundColumn | undefined {
  const texts = table.columns.filter(({ kind }) => kind === 'text' || kind === 'other');
  const [own = ''] = stemsOf(ownName(table));
  const named = (test: RegExp) => texts.find(({ name }) => test.test(name));
  const ofTable = texts.find(({ name }) => isSame(stemsOf(name), new Set([own, 'nam'])));
  return named(/^name$/i) ?? named(/^title$/i) ?? named(/^(?:full|display)_?name$/i) ?? ofTable;
}

/** Returns the tables whose names, or else columns, have words of the question. Those named completely come first. */
export function tablesMatching(question: string, tables: readonly FoundTable[]): readonly FoundTable[] {
  const stems = new Set(searchWords(question).filter((stem) => !GENERAL.has(stem)));
  const isMentioned = (name: string) => [...stemsOf(name)].some((stem) => stems.has(stem));
  const isNamed = (table: FoundTable) => isWithin(stemsOf(ownName(table)), stems);
  const byName = tables.filter((table) => isMentioned(ownName(table)));
  const sorted = [...byName.filter(isNamed), ...byName.filter((table) => !isNamed(table))];
  return sorted.length > 0 ? sorted : tables.filter(({ columns }) => columns.some(({ name }) => isMentioned(name)));
}

/** Words that many questions and many columns contain. */
const GENERAL: ReadonlySet<string> = new Set(
  searchWords('name id list show find count number day date time total sum'),
);

/** Returns the name of a table without its schema. */
export function ownName({ name }: FoundTable): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** Returns the stems of all words that say something. A stop word that is no filler stays, because it changes the meaning. */
function stemsOf(text: string): Set<string> {
  const words = text
    .slice(0, MOST_CHARACTERS)
    .split(/[\s-]+/)
    .filter((word) => word !== '' && !FILLERS.has(word.toLowerCase()));
  return new Set(words.flatMap((word) => stemsOfWord(word)));
}

function stemsOfWord(word: string): readonly string[] {
  const stems = searchWords(word);
  return stems.length > 0 ? stems : [word.toLowerCase()];
}

const MOST_CHARACTERS = 400;
const FILLERS: ReadonlySet<string> = new Set('the a an all any our of different single every'.split(' '));

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && isWithin(one, other);
}

function isWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((each) => whole.has(each));
}

function only<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}
