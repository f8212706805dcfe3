import type { Schema } from '../schema.ts';
import { connections } from './join-paths.ts';
import { likelyLinks } from './likely-links.ts';

/** A condition that joins two tables. The columns correspond by position. */
export interface Join {
  readonly table: string;
  readonly columns: readonly string[];
  readonly toTable: string;
  readonly toColumns: readonly string[];
  /** True if no foreign key is declared, and the condition is guessed from names and types. */
  readonly isLikely: boolean;
}

export interface Joins {
  readonly joins: readonly Join[];
  /** Tables on the paths that are not among the given ones. */
  readonly connecting: readonly string[];
}

/** An edge of the graph. Tables are indexes in the schema. */
export interface Link extends Pick<Join, 'columns' | 'toColumns' | 'isLikely'> {
  readonly from: number;
  readonly to: number;
}

/** The tables of a schema, linked by their foreign keys, declared and likely ones. */
export class JoinGraph {
  readonly links: readonly Link[];
  /** For each table: the indexes of the links from it and to it. */
  readonly linksOf: readonly (readonly number[])[];
  readonly #schema: Schema;
  readonly #places: ReadonlyMap<string, number>;

  /** Returns the graph of a schema, which is kept as long as the schema is alive. */
  static of(schema: Schema): JoinGraph {
    const known = graphs.get(schema) ?? new JoinGraph(schema);
    graphs.set(schema, known);
    return known;
  }

  private constructor(schema: Schema) {
    this.#schema = schema;
    this.#places = placesOf(schema);
    this.links = linksIn(schema, this.#places);
    const linksOf: number[][] = schema.tables.map(() => []);
    for (const [place, { from, to }] of this.links.entries()) {
      linksOf[from]?.push(place);
      if (to !== from) linksOf[to]?.push(place);
    }
    this.linksOf = linksOf;
  }

  /**
   * Returns the joins between tables: every key between two of them, and, for those that no key connects, the shortest path
   * through other tables. Each path has at most four joins. Ignores unknown names.
   */
  joinsBetween(tables: readonly string[]): Joins {
    const found = new Set(tables.flatMap((name) => this.#places.get(name) ?? []));
    const { links, connecting } = connections(this, [...found]);
    return {
      joins: links.flatMap((place) => this.#joinOf(this.links[place])),
      connecting: connecting.map((place) => this.#nameOf(place)),
    };
  }

  #joinOf(link: Link | undefined): readonly Join[] {
    if (link === undefined) return [];
    const { from, to, ...rest } = link;
    return [{ table: this.#nameOf(from), toTable: this.#nameOf(to), ...rest }];
  }

  #nameOf(place: number): string {
    return this.#schema.tables[place]?.name ?? '';
  }
}

const graphs = new WeakMap<Schema, JoinGraph>();

/** Maps names to indexes. A name in other capitals finds its table, too, because a key of SQLite may spell it so. */
function placesOf({ tables }: Schema): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { name }] of tables.entries()) places.set(name.toLowerCase(), place);
  for (const [place, { name }] of tables.entries()) places.set(name, place);
  return places;
}

function linksIn(schema: Schema, places: ReadonlyMap<string, number>): readonly Link[] {
  const declared = schema.tables.flatMap(({ foreignKeys }, from) =>
    foreignKeys.flatMap(({ columns, table, toColumns }): Link[] => {
      const to = places.get(table) ?? places.get(table.toLowerCase());
      if (to === undefined || columns.length === 0) return [];
      // A key of SQLite may leave out the columns; then it refers to the primary key.
      const target = toColumns.length > 0 ? toColumns : (schema.tables[to]?.primaryKey ?? []);
      return target.length === columns.length ? [{ from, to, columns, toColumns: target, isLikely: false }] : [];
    }),
  );
  const pair = ({ from, to }: { readonly from: number; readonly to: number }) =>
    Math.min(from, to) * schema.tables.length + Math.max(from, to);
  const linked = new Set(declared.map(pair));
  const likely = likelyLinks(schema)
    .filter((link) => !linked.has(pair(link)))
    .map(({ from, to, column, toColumn }): Link => {
      return { from, to, columns: [column], toColumns: [toColumn], isLikely: true };
    });
  return [...declared, ...likely];
}
