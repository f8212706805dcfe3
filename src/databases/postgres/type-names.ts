import type { FieldDef } from 'pg';
import type { Session } from './session.ts';

/** Names the types of result columns. Asks the database once for each type. */
export class TypeNames {
  readonly #names = new Map<string, string>();

  /** Returns a name for each column; an empty one if the connection has ended. */
  async of(columns: readonly FieldDef[], session: Session): Promise<string[]> {
    const unknown = columns.filter((column) => !this.#names.has(keyOf(column)));
    if (unknown.length > 0) await this.#ask(unknown, session);
    return columns.map((column) => this.#names.get(keyOf(column)) ?? '');
  }

  async #ask(columns: readonly FieldDef[], session: Session): Promise<void> {
    if (!session.isUsable) return;
    const types = columns.map((column) => column.dataTypeID).join(',');
    const modifiers = columns.map((column) => column.dataTypeModifier).join(',');
    try {
      const rows = await session.query(FORMAT_TYPES, [`{${types}}`, `{${modifiers}}`]);
      if (this.#names.size > MOST_NAMES) this.#names.clear();
      for (const [place, column] of columns.entries()) this.#names.set(keyOf(column), rows[place]?.[0] ?? '');
    } catch {} // the result is worth more than the names of its types
  }
}

const FORMAT_TYPES = `
SELECT pg_catalog.format_type(t.type, t.modifier)
FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[]))
  WITH ORDINALITY AS t(type, modifier, place)
ORDER BY t.place`;

/** Statements can make up modifiers, as in `numeric(17,3)`. */
const MOST_NAMES = 5000;

function keyOf({ dataTypeID, dataTypeModifier }: FieldDef): string {
  return `${dataTypeID}:${dataTypeModifier}`;
}
