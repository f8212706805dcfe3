import type { Column, Schema, Table } from '../../src/databases/schema.ts';

/** Makes tables with 12 columns each, some with comments, and a foreign key to an earlier table. */
export function madeUpSchema(tables: number): Schema {
  const names = Array.from({ length: tables }, (_, place) => nameOf(place));
  // The round trip makes the strings flat, so that reading them later frees no memory.
  return JSON.parse(JSON.stringify({ isCut: false, tables: names.map((name, place) => tableOf(name, place, names)) }));
}

function tableOf(name: string, place: number, names: readonly string[]): Table {
  const key: Column = { name: 'id', type: 'integer', isRequired: true };
  const other: Column = { name: 'parent_ref_id', type: 'integer', isRequired: false };
  const rest = Array.from({ length: 10 }, (_, column) => columnOf(place, column));
  const target = names[Math.floor(place / 2)] ?? name;
  return {
    name,
    kind: 'table',
    ...(place % 3 === 0
      ? { comment: `One row for each ${pick(SUBJECTS, place)} of a ${pick(SUBJECTS, place * 7 + 3)}.` }
      : {}),
    columns: [key, other, ...rest],
    primaryKey: ['id'],
    foreignKeys: [{ columns: ['parent_ref_id'], table: target, toColumns: ['id'] }],
    rows: place * 37,
  };
}

function columnOf(table: number, column: number): Column {
  const name = `${pick(SUBJECTS, table * 3 + column * 5)}_${pick(FIELDS, table + column * 7)}`;
  const comment =
    column % 4 === 0
      ? { comment: `The ${pick(FIELDS, column + table)} as the ${pick(SUBJECTS, column)} states it` }
      : {};
  return { name: `${name}_${column}`, type: pick(TYPES, table + column), isRequired: column % 2 === 0, ...comment };
}

function nameOf(place: number): string {
  return `${pick(SUBJECTS, place)}_${pick(FIELDS, Math.floor(place / SUBJECTS.length))}_${place}`;
}

function pick(list: readonly string[], place: number): string {
  return list[place % list.length] ?? '';
}

const SUBJECTS =
  'order customer invoice product warehouse employee department shipment supplier contract ticket session account payment campaign vehicle patient course student flight airport booking room sensor asset project task document license region store'.split(
    ' ',
  );
const FIELDS =
  'total amount status date name code salary rating stock address category month quantity price note owner version limit currency score level'.split(
    ' ',
  );
const TYPES = ['integer', 'text', 'numeric(10,2)', 'date', 'boolean'];
