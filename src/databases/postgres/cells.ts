import type { Cell } from '../database.ts';
import { blobText, exactInteger, floatCell } from '../rows.ts';

/** Converts a value from the text that PostgreSQL writes. Types that are not listed here remain that text. */
export function cellOf(text: string | null, type: number): Cell {
  if (text === null) return null;
  switch (type) {
    case INT2:
    case INT4:
    case OID:
      return Number(text);
    case INT8:
      return exactInteger(text);
    case FLOAT4:
    case FLOAT8:
      return floatCell(Number(text));
    case BOOL:
      return text === 't';
    case BYTEA:
      return blobText(Buffer.from(text.slice(HEX_MARK.length), 'hex'));
    default:
      return text;
  }
}

/** PostgreSQL's numbers of its own types never change (pg_type.dat). */
const BOOL = 16;
const BYTEA = 17;
const INT8 = 20;
const INT2 = 21;
const INT4 = 23;
const OID = 26;
const FLOAT4 = 700;
const FLOAT8 = 701;

/** Stands before a bytea, because the session's `bytea_output` is `hex`. */
const HEX_MARK = '\\x';
