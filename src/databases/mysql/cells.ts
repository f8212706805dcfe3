import type { FieldPacket, TypeCastField, TypeCastNext } from 'mysql2';
import type { Cell, ResultColumn } from '../database.ts';
import { blobText, exactInteger, floatCell } from '../rows.ts';

/** Returns the cells of a column from the values that the driver decoded. */
export interface ColumnReader {
  readonly column: ResultColumn;
  cell(value: unknown, mostBytes: number): Cell;
}

/** Lets the driver hand over huge texts as bytes, so that only the shown part is decoded, and does not let it parse geometries. */
export function keepBytes(field: TypeCastField, next: TypeCastNext): unknown {
  if (field.type === 'GEOMETRY') return field.buffer();
  return field.length > HUGE_BYTES && LONG.has(field.type) ? field.buffer() : next();
}

const LONG: ReadonlySet<string> = new Set(['VAR_STRING', 'MEDIUM_BLOB', 'LONG_BLOB', 'BLOB', 'JSON', 'VECTOR']);

export function columnReader(field: FieldPacket): ColumnReader {
  const kind = kindOf(field);
  return { column: { name: field.name, type: typeOf(field, kind) }, cell: READERS[kind](field) };
}

type Kind = 'integer' | 'decimal' | 'float' | 'double' | 'year' | 'time' | 'moment' | 'text' | 'blob';

const READERS: Record<Kind, (field: FieldPacket) => ColumnReader['cell']> = {
  integer: () => (value) => (value === null || typeof value === 'number' ? value : exactInteger(String(value))),
  decimal: () => (value) => plain(value),
  float: () => (value) => (typeof value === 'number' ? floatCell(shortest(value)) : plain(value)),
  double: () => (value) => (typeof value === 'number' ? floatCell(value) : plain(value)),
  year: () => (value) => (value === null ? null : String(value).padStart(4, '0')),
  time: (field) => (value) => withFraction(plain(value), field.decimals),
  moment: (field) => (value) => withFraction(plain(value), field.decimals),
  text: () => (value, mostBytes) => (value instanceof Uint8Array ? textCell(value, mostBytes) : plain(value)),
  blob: () => (value) => (value instanceof Uint8Array ? blobText(value) : plain(value)),
};

function plain(value: unknown): Cell {
  return value === null || value === undefined ? null : String(value);
}

/** The driver widens a float of 32 bits, which shows digits that it does not have. Returns the shortest number that means it. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === Math.fround(value)) return candidate;
  }
  return value;
}

/** The driver omits zeros at the end of a fraction. Adds them, as the database writes them. */
function withFraction(cell: Cell, decimals: number): Cell {
  if (typeof cell !== 'string' || decimals === 0 || decimals > MOST_FRACTION) return cell;
  const [whole = '', fraction = ''] = cell.split('.');
  return `${whole}.${fraction.padEnd(decimals, '0')}`;
}

const MOST_FRACTION = 6;

/** Decodes a text. Of a huge one, which would block the event loop, only the start that fits in a cell, with its remark. */
function textCell(value: Uint8Array, mostBytes: number): string {
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (bytes.length <= HUGE_BYTES || bytes.length <= mostBytes) return bytes.toString('utf8');
  const remark = `… [${bytes.length} bytes]`;
  let end = Math.max(0, mostBytes - Buffer.byteLength(remark));
  while (end > 0 && ((bytes[end] ?? 0) & CONTINUATION_MASK) === CONTINUATION) end--;
  return bytes.toString('utf8', 0, end) + remark;
}

const HUGE_BYTES = 1024 * 1024;
const CONTINUATION_MASK = 0xc0;
const CONTINUATION = 0x80;

function kindOf(field: FieldPacket): Kind {
  switch (field.columnType) {
    case 1: // TINYINT
    case 2: // SMALLINT
    case 3: // INT
    case 8: // BIGINT
    case 9: // MEDIUMINT
      return 'integer';
    case 0:
    case 246: // DECIMAL
      return 'decimal';
    case 4:
      return 'float';
    case 5:
      return 'double';
    case 7: // TIMESTAMP
    case 10: // DATE
    case 12: // DATETIME
    case 14: // DATE, in old tables
      return 'moment';
    case 11:
      return 'time';
    case 13:
      return 'year';
    case 6: // NULL
    case 245: // JSON, which MySQL sends with the character set of blobs
      return 'text';
    case 16: // BIT
    case 242: // VECTOR
    case 255: // GEOMETRY
      return 'blob';
    default:
      return field.characterSet === BINARY && !TEXTUAL.has(field.extendedTypeName ?? '') ? 'blob' : 'text';
  }
}

/** The character set of values that are not text. */
const BINARY = 63;
/** Types of MariaDB that a text describes exactly. */
const TEXTUAL: ReadonlySet<string> = new Set(['uuid', 'inet4', 'inet6']);

function typeOf(field: FieldPacket, kind: Kind): string {
  if (field.extendedTypeName !== undefined) return field.extendedTypeName;
  if (field.extendedFormat === 'json') return 'json';
  const flags = typeof field.flags === 'number' ? field.flags : 0;
  const length = field.columnLength ?? 0;
  const unsigned = (flags & UNSIGNED) !== 0 ? ' unsigned' : '';
  const fraction = field.decimals > 0 && field.decimals <= MOST_FRACTION ? `(${field.decimals})` : '';
  switch (field.columnType) {
    case 0:
    case 246: {
      const digits = length - (field.decimals > 0 ? 1 : 0) - (unsigned === '' ? 1 : 0);
      return `decimal(${digits},${field.decimals})${unsigned}`;
    }
    case 1:
      return (length === 1 ? 'tinyint(1)' : 'tinyint') + unsigned;
    case 7:
      return `timestamp${fraction}`;
    case 11:
      return `time${fraction}`;
    case 12:
      return `datetime${fraction}`;
    case 10:
    case 14:
      return 'date';
    case 16:
      return `bit(${length})`;
    case 254:
    case 247:
    case 248: {
      if ((flags & ENUM) !== 0 || field.columnType === 247) return 'enum';
      if ((flags & SET) !== 0 || field.columnType === 248) return 'set';
      return kind === 'blob' ? `binary(${length})` : `char(${length / BYTES_PER_CHARACTER})`;
    }
    case 15:
    case 253:
      return kind === 'blob' ? `varbinary(${length})` : `varchar(${Math.floor(length / BYTES_PER_CHARACTER)})`;
    case 249:
    case 250:
    case 251:
    case 252:
      return sizePrefix(kind === 'blob' ? length : Math.floor(length / BYTES_PER_CHARACTER)) + kind;
    default:
      return (NAMES.get(field.columnType ?? -1) ?? '') + unsigned;
  }
}

const NAMES: ReadonlyMap<number, string> = new Map([
  [2, 'smallint'],
  [3, 'int'],
  [4, 'float'],
  [5, 'double'],
  [8, 'bigint'],
  [9, 'mediumint'],
  [13, 'year'],
  [242, 'vector'],
  [245, 'json'],
  [255, 'geometry'],
]);

const UNSIGNED = 0x20;
const ENUM = 0x100;
const SET = 0x800;
/** Of utf8mb4, the character set of every text that the server sends us. */
const BYTES_PER_CHARACTER = 4;

function sizePrefix(units: number): string {
  if (units <= 0xff) return 'tiny';
  if (units <= 0xffff) return '';
  return units <= 0xffffff ? 'medium' : 'long';
}
