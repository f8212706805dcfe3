import { eachWord } from '../../search/index.ts';
import type { Column, Schema, Table } from '../schema.ts';
import { partsOf } from './table-texts.ts';

/** Two columns of two tables, by their indexes in the schema, that look like a foreign key and its target. */
export interface LikelyLink {
  readonly from: number;
  readonly to: number;
  readonly column: string;
  readonly toColumn: string;
}

/**
 * Guesses references from names and types: `customer_id`, `customerId` or `billing_customer_id` refers to `customers.id` or
 * `customers.customer_id`, and `emp_no` to the only table whose primary key is `emp_no`. Skips columns of declared keys.
 */
export function likelyLinks(schema: Schema): LikelyLink[] {
  const names = new NameTable(schema);
  return schema.tables.flatMap((table, from) => {
    const declared = new Set(table.foreignKeys.flatMap(({ columns }) => columns));
    return table.columns.flatMap((column) => {
      const target = declared.has(column.name) ? undefined : names.targetOf(table, from, column);
      return target === undefined ? [] : [{ from, column: column.name, to: target.table, toColumn: target.column }];
    });
  });
}

interface Target {
  readonly table: number;
  readonly column: string;
}

/** Finds tables by what a column calls them. */
class NameTable {
  readonly #tables: readonly Table[];
  /** Tables by the singular of their names, with and without their schema; AMBIGUOUS if there are several. */
  readonly #byName = new Map<string, number>();
  /** Tables by the name of their only primary key column. */
  readonly #byKey = new Map<string, number>();

  constructor({ tables }: Schema) {
    this.#tables = tables;
    for (const [place, table] of tables.entries()) {
      const { qualifier, own } = partsOf(table.name);
      const name = singular(wordsOf(own)).join('_');
      this.#put(this.#byName, name, place);
      if (qualifier !== '') this.#put(this.#byName, `${qualifier}.${name}`, place);
      const key = wordsOf(table.primaryKey.length === 1 ? (table.primaryKey[0] ?? '') : '');
      if (isTelling(key)) this.#put(this.#byKey, key.join('_'), place);
    }
  }

  targetOf(table: Table, from: number, column: Column): Target | undefined {
    const words = wordsOf(column.name);
    return this.#byTableName(table, from, column, words) ?? this.#byKeyName(from, column, words);
  }

  #byTableName(table: Table, from: number, column: Column, words: readonly string[]): Target | undefined {
    const suffix = words.at(-1) ?? '';
    if (words.length < 2 || !SUFFIXES.has(suffix)) return undefined;
    const base = words.slice(0, -1);
    if (suffix === 'id' && base.length === 1 && base[0] === 'parent') return this.#own(table, from, column);
    const { qualifier } = partsOf(table.name);
    for (let start = Math.max(0, base.length - MOST_WORDS); start < base.length; start++) {
      const called = singular(base.slice(start));
      const name = called.join('_');
      const place = this.#get(this.#byName, `${qualifier}.${name}`) ?? this.#get(this.#byName, name);
      if (place === undefined || (place === from && start === 0)) continue; // the key itself
      const target = this.#keyColumn(place, column, [[...called, suffix], [suffix]]);
      if (target !== undefined) return target;
    }
    return undefined;
  }

  #byKeyName(from: number, column: Column, words: readonly string[]): Target | undefined {
    const place = isTelling(words) ? this.#get(this.#byKey, words.join('_')) : undefined;
    return place === undefined || place === from ? undefined : this.#keyColumn(place, column, [words]);
  }

  #own(table: Table, from: number, column: Column): Target | undefined {
    return this.#keyColumn(from, column, [['id'], [...singular(wordsOf(partsOf(table.name).own)), 'id']]);
  }

  /** Returns the first column with one of the names whose type may hold the same values. */
  #keyColumn(place: number, column: Column, names: readonly (readonly string[])[]): Target | undefined {
    const columns = this.#tables[place]?.columns.slice(0, MOST_KEY_PLACE) ?? [];
    for (const name of names) {
      const wanted = name.join('_');
      const target = columns.find((each) => wordsOf(each.name).join('_') === wanted && isAlike(each.type, column.type));
      if (target !== undefined) return { table: place, column: target.name };
    }
    return undefined;
  }

  #put(map: Map<string, number>, name: string, place: number): void {
    map.set(name, map.has(name) ? AMBIGUOUS : place);
  }

  #get(map: ReadonlyMap<string, number>, name: string): number | undefined {
    const place = map.get(name);
    return place === AMBIGUOUS ? undefined : place;
  }
}

const AMBIGUOUS = -1;
const MOST_WORDS = 4;
/** A key is among the first columns of its table. The bound keeps the time linear if many columns refer to a wide table. */
const MOST_KEY_PLACE = 8;
const SUFFIXES: ReadonlySet<string> = new Set([
  'id',
  'key',
  'code',
  'no',
  'nr',
  'num',
  'number',
  'uuid',
  'guid',
  'ref',
]);
/** Columns with these names exist in many tables and refer to nothing. */
const COMMON: ReadonlySet<string> = new Set(['name', 'title', 'date', 'type', 'value', 'status', 'year', 'position']);

/** Returns true for a name that says which table it is the key of: `emp_no`, but not `id`. */
function isTelling(words: readonly string[]): boolean {
  const [only = ''] = words;
  return words.length > 1 || (words.length === 1 && !SUFFIXES.has(only) && !COMMON.has(only));
}

/** Returns the words of a name in lower case. Splits off `id` also where nothing separates it, as in `customerid`. */
function wordsOf(name: string): string[] {
  const words: string[] = [];
  eachWord(name.slice(0, MOST_LETTERS), (word) => words.push(word.toLowerCase()));
  const last = words.at(-1) ?? '';
  return last.length > 3 && last.endsWith('id') ? [...words.slice(0, -1), last.slice(0, -2), 'id'] : words;
}

const MOST_LETTERS = 128;

function singular(words: readonly string[]): string[] {
  const last = words.at(-1);
  return last === undefined ? [] : [...words.slice(0, -1), singularOf(last)];
}

function singularOf(word: string): string {
  if (word === 'people') return 'person';
  if (word === 'children') return 'child';
  if (!word.endsWith('s') || word.endsWith('ss') || word.endsWith('us') || word.endsWith('is')) return word;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  return /(?:sses|xes|ches|shes|uses)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Returns true if the types are of one class, or if one of them is not known. */
function isAlike(a: string, b: string): boolean {
  const [classA, classB] = [classOf(a), classOf(b)];
  return classA === undefined || classB === undefined || classA === classB;
}

function classOf(type: string): string | undefined {
  return CLASSES.find(([, pattern]) => pattern.test(type))?.[0];
}

const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['interval', /interval|date|time/i],
  ['number', /int|serial|numeric|decimal|number|double|float|real/i],
  ['text', /char|text|string|clob/i],
  ['uuid', /uuid|uniqueidentifier/i],
  ['truth', /bool/i],
];
