/** The tables of one database. */
export interface Schema {
  readonly tables: readonly Table[];
  /** True if the database has more tables than were read. */
  readonly isCut: boolean;
}

export interface Table {
  /** The name as a statement writes it without quotes: `orders`, or `sales.orders` outside the default schema. */
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly comment?: string;
  readonly columns: readonly Column[];
  /** Names of the primary key's columns, in order; empty if there is none. */
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKey[];
  /** Number of rows as the database estimates it, if it keeps an estimate. */
  readonly rows?: number;
}

export interface Column {
  readonly name: string;
  /** The type in the words of the database, in lower case, such as `varchar(40)`; empty if it has none. */
  readonly type: string;
  readonly isRequired: boolean;
  readonly comment?: string;
  /** Example values as texts. Set only if the settings ask for them. */
  readonly samples?: readonly string[];
}

/** A reference to another table. The columns correspond by position. */
export interface ForeignKey {
  readonly columns: readonly string[];
  /** Name of the other table, as in `Table.name`. */
  readonly table: string;
  readonly toColumns: readonly string[];
}
