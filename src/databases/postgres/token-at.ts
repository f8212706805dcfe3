/** Returns the token at a position that PostgreSQL reports: a number from 1, in characters. */
export function tokenAt(sql: string, position: number): string {
  let index = 0;
  for (let left = position - 1; left > 0 && index < sql.length; left--) {
    index += (sql.codePointAt(index) ?? 0) > LAST_OF_ONE_UNIT ? 2 : 1;
  }
  return TOKEN.exec(sql.slice(index, index + LONGEST_TOKEN))?.[0] ?? '';
}

/** Longer tokens are of no help in a message. */
const LONGEST_TOKEN = 80;
const LAST_OF_ONE_UNIT = 0xffff;
const TOKEN = /^(?:(?:"[^"]*"|[\p{L}\p{N}_$]+)(?:\.(?:"[^"]*"|[\p{L}\p{N}_$]+))*|'[^']*'|\S)/u;
