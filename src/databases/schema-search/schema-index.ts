import { type Bag, bestHits, LexicalIndex, Lexicon, mergedBag } from '../../search/index.ts';
import type { Dialect } from '../database.ts';
import type { Column, Schema, Table } from '../schema.ts';
import { matchingColumns } from './column-match.ts';
import { schemaSynonyms } from './synonyms.ts';
import { tellTable } from './table-texts.ts';

/** The schema of one database. */
export interface SchemaSource {
  readonly source: string;
  readonly dialect: Dialect;
  readonly schema: Schema;
}

export interface SchemaHit {
  readonly source: string;
  readonly table: Table;
  /** How well the table matches the query, from 0 to 1. */
  readonly relevance: number;
  /** The columns that contain words of the query, best first. */
  readonly columns: readonly Column[];
}

/** Finds tables by the words of their names, columns, comments and samples. */
export class SchemaIndex {
  readonly sources: readonly SchemaSource[];
  readonly #lexicon: Lexicon;
  /** Every table of every source, in order, and its source. */
  readonly #tables: readonly Table[];
  readonly #sourceOf: Uint32Array;
  readonly #index: LexicalIndex;
  /** Index over whole sources. Undefined if there is only one. */
  readonly #wholes: LexicalIndex | undefined;

  constructor(sources: readonly SchemaSource[], lexicon: Lexicon = new Lexicon()) {
    this.sources = sources;
    this.#lexicon = lexicon;
    this.#tables = sources.flatMap(({ schema }) => schema.tables);
    this.#sourceOf = Uint32Array.from(sources.flatMap(({ schema }, place) => schema.tables.map(() => place)));
    const bags = this.#tables.map((table) => lexicon.bagOf(table, (add) => tellTable(table, add)));
    this.#index = new LexicalIndex(bags, lexicon, OPTIONS);
    this.#wholes = sources.length > 1 ? new LexicalIndex(wholesOf(sources, bags), lexicon, OPTIONS) : undefined;
  }

  /** Returns an index over other sources. Does not read tables again that this index contains, as the same objects. */
  with(sources: readonly SchemaSource[]): SchemaIndex {
    return new SchemaIndex(sources, this.#lexicon.weight > MOST_WORDS ? new Lexicon() : this.#lexicon);
  }

  /**
   * Returns the best tables first; equal ones keep their order. If nothing matches and there are few tables, returns all of
   * them with the relevance 0, because a small model asks in odd words.
   */
  search(query: string, mostTables: number, ofSource?: string): readonly SchemaHit[] {
    const isLeftOut = (place: number) => ofSource !== undefined && this.#nameOf(place) !== ofSource;
    const scores = this.#index.scores(query);
    if (ofSource === undefined) this.#addCoherence(query, scores);
    const hits = bestHits(scores, mostTables, (place) => !isLeftOut(place));
    if (hits.length === 0) return mostTables > 0 ? this.#allIfFew(isLeftOut) : [];
    const words = this.#index.wordsOf(query);
    return hits.flatMap(({ place, score }) => this.#hit(place, score, words));
  }

  /**
   * Raises the tables of a source that matches the query as a whole. The best table of the best source keeps its score, and
   * all others lose a part of theirs.
   */
  #addCoherence(query: string, scores: Float64Array): void {
    const wholes = this.#wholes?.scores(query);
    if (wholes === undefined) return;
    const highest = greatest(scores);
    const highestWhole = greatest(wholes);
    if (highestWhole === 0) return;
    for (let place = 0; place < scores.length; place++) {
      const own = scores[place] ?? 0;
      if (own === 0) continue;
      const whole = ((wholes[this.#sourceOf[place] ?? 0] ?? 0) / highestWhole) * highest;
      scores[place] = (own + COHERENCE * whole) / (1 + COHERENCE);
    }
  }

  #allIfFew(isLeftOut: (place: number) => boolean): readonly SchemaHit[] {
    const few: SchemaHit[] = [];
    for (let place = 0; place < this.#tables.length; place++) {
      if (isLeftOut(place)) continue;
      if (few.length === FEW_TABLES) return [];
      few.push(...this.#hit(place, 0, NO_WORDS));
    }
    return few;
  }

  #hit(place: number, relevance: number, words: ReadonlyMap<string, number>): readonly SchemaHit[] {
    const table = this.#tables[place];
    if (table === undefined) return [];
    return [{ source: this.#nameOf(place), table, relevance, columns: matchingColumns(table, words) }];
  }

  #nameOf(place: number): string {
    return this.sources[this.#sourceOf[place] ?? -1]?.source ?? '';
  }
}

const OPTIONS = { kindred: schemaSynonyms };

/** Weight of a source's score relative to a table's own. On public sets of databases it helped a little, and never harmed. */
const COHERENCE = 0.4;

/** This many tables are shown when nothing matches. */
const FEW_TABLES = 10;
const NO_WORDS: ReadonlyMap<string, number> = new Map();

/** Words that the lexicon may keep; those of dropped tables are among them. 20,000 tables use far fewer. */
const MOST_WORDS = 400_000;

/** Returns the bag of each source. */
function wholesOf(sources: readonly SchemaSource[], bags: readonly Bag[]): readonly Bag[] {
  let from = 0;
  return sources.map(({ schema }) => {
    const to = from + schema.tables.length;
    const whole = mergedBag(bags.slice(from, to));
    from = to;
    return whole;
  });
}

function greatest(scores: Float64Array): number {
  let most = 0;
  for (const score of scores) if (score > most) most = score;
  return most;
}
