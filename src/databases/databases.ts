import { type Limits, nearest } from '../core/index.ts';
import { DIALECT_NAMES } from './address.ts';
import { DatabaseError } from './database-error.ts';
import { SchemaIndex, type SchemaSource } from './schema-search/index.ts';
import { Source, type SourceOptions, type SourceSettings } from './source.ts';

/** The databases of the settings that are not disabled. None is connected before it is used. */
export class Databases {
  readonly sources: readonly Source[];
  readonly limits: Limits;
  #index = new SchemaIndex([]);

  constructor(settings: Readonly<Record<string, SourceSettings>>, options: SourceOptions) {
    const enabled = Object.entries(settings).filter(([, { disabled }]) => disabled !== true);
    this.sources = enabled.map(([name, each]) => new Source(name, each, options));
    this.limits = options.limits;
  }

  /** Starts to read the tables of all databases. Failures are logged and shown in each source's state. */
  readAhead(): void {
    for (const source of this.sources) source.schema().catch(() => undefined);
  }

  /** Returns the named source, or the only one if no name is given. Throws a DatabaseError that lists the names. */
  source(name: string | undefined): Source {
    const [first, second] = this.sources;
    if (first === undefined)
      throw new DatabaseError('other', 'No database is configured. Add one to "databases" in the settings.');
    if (name === undefined || name === '') {
      if (second === undefined) return first;
      throw new DatabaseError(
        'other',
        `There are several databases. Set "source_id" to one of them: ${this.listed()}.`,
      );
    }
    const found = this.sources.find((source) => source.name === name);
    if (found !== undefined) return found;
    const meant = nearest(
      name,
      this.sources.map((source) => source.name),
    );
    const guess = meant === undefined ? '' : ` Did you mean "${meant}"?`;
    throw new DatabaseError('other', `There is no database "${name}".${guess} The databases are: ${this.listed()}.`);
  }

  /** Returns an index over these schemas. Tables that the last index contained are not read again. */
  indexOf(sources: readonly SchemaSource[]): SchemaIndex {
    const known = this.#index.sources;
    const isSame =
      sources.length === known.length && sources.every(({ schema }, place) => schema === known[place]?.schema);
    if (!isSame) this.#index = this.#index.with(sources);
    return this.#index;
  }

  /** Returns the names of the databases with their engines: `shop (SQLite), crm (PostgreSQL)`. */
  listed(): string {
    const shown = this.sources.slice(0, MOST_LISTED).map(({ name, dialect }) => `${name} (${DIALECT_NAMES[dialect]})`);
    const more = this.sources.length - shown.length;
    return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  }

  async close(): Promise<void> {
    await Promise.all(this.sources.map((source) => source.close()));
  }
}

const MOST_LISTED = 20;
