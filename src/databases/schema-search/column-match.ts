import { searchWords } from '../../search/index.ts';
import type { Column, Table } from '../schema.ts';
import { MOST, partsOf } from './table-texts.ts';

/** Returns the columns of a table that contain words of a query, best first. `words` has the weight of each word. */
export function matchingColumns(table: Table, words: ReadonlyMap<string, number>): readonly Column[] {
  const tableWords = new Set(searchWords(partsOf(table.name.slice(0, MOST.nameLetters)).own));
  const matches: { readonly column: Column; readonly score: number }[] = [];
  for (const column of table.columns.slice(0, MOST.columns)) {
    const score = scoreOf(wordsOf(column), words, tableWords);
    if (score > 0) matches.push({ column, score });
  }
  return matches.sort((a, b) => b.score - a.score).map(({ column }) => column);
}

/** The distinct words of a column. */
interface ColumnWords {
  readonly name: readonly string[];
  /** Words of the comment and the samples that are not in the name. */
  readonly comment: readonly string[];
  readonly samples: readonly string[];
}

function scoreOf(
  { name, comment, samples }: ColumnWords,
  words: ReadonlyMap<string, number>,
  tableWords: ReadonlySet<string>,
): number {
  let inName = 0;
  let matched = 0;
  for (const word of name) {
    const weight = words.get(word);
    if (weight === undefined) continue;
    inName += tableWords.has(word) ? weight * TABLE_WORD_WEIGHT : weight;
    matched++;
  }
  const sum = (list: readonly string[]) => list.reduce((total, word) => total + (words.get(word) ?? 0), 0);
  // If two names have the same matching words, the shorter one matches better.
  const precision = 0.5 + (0.5 * matched) / Math.max(1, name.length);
  return inName * precision + COMMENT_WEIGHT * sum(comment) + SAMPLE_WEIGHT * sum(samples);
}

/** The words of the table's name say little about which of its columns is meant. */
const TABLE_WORD_WEIGHT = 0.3;
const COMMENT_WEIGHT = 0.5;
const SAMPLE_WEIGHT = 0.25;

/** Columns of tables that were found before are not read again. */
const known = new WeakMap<Column, ColumnWords>();

function wordsOf(column: Column): ColumnWords {
  const before = known.get(column);
  if (before !== undefined) return before;
  const seen = new Set<string>();
  const fresh = (text: string) => {
    const words = [...new Set(searchWords(text))].filter((word) => !seen.has(word));
    for (const word of words) seen.add(word);
    return words;
  };
  const samples = column.samples?.slice(0, MOST.samples).map((sample) => sample.slice(0, MOST.sampleLetters)) ?? [];
  const words = {
    name: fresh(column.name.slice(0, MOST.nameLetters)),
    comment: fresh(column.comment?.slice(0, MOST.columnCommentLetters) ?? ''),
    samples: fresh(samples.join(' ')),
  };
  known.set(column, words);
  return words;
}
