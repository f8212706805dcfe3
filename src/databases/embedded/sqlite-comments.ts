/** The comments in the text of a `CREATE TABLE` or `CREATE VIEW` statement. */
export interface Comments {
  readonly table: string | undefined;
  /** By column name in lower case. */
  readonly columns: ReadonlyMap<string, string>;
}

/**
 * Reads comments where people put them: a table's comment before its first column, a column's comment behind it on the same
 * line or alone on the lines before it. Takes linear time.
 */
export function readComments(sql: string): Comments {
  const columns = new Map<string, string>();
  const table: string[] = [];
  let depth = 0;
  let column = '';
  let isStart = false; // the next word names a column
  let ahead: string[] = []; // comments on lines of their own, for the column that follows
  let isLineEmpty = true;
  const add = (name: string, text: string) =>
    columns.set(name, columns.has(name) ? `${columns.get(name)} ${text}` : text);

  for (const [token] of sql.matchAll(TOKEN)) {
    const comment = commentIn(token);
    if (comment !== undefined) {
      if (depth === 0 || (column === '' && !isLineEmpty)) table.push(comment);
      else if (isLineEmpty) ahead.push(comment);
      else add(column, comment);
    } else if (token.startsWith('\n')) {
      isLineEmpty = true;
    } else if (/\S/.test(token)) {
      isLineEmpty = false;
      if (token === '(') isStart = ++depth === 1;
      else if (token === ')') depth--;
      else if (token === ',') isStart ||= depth === 1;
      else if (isStart) {
        column = nameIn(token);
        for (const text of ahead) add(column, text);
        ahead = [];
        isStart = false;
      }
    }
  }
  return { table: table.length === 0 ? undefined : table.join(' '), columns };
}

/** Comments, quoted names and texts, words, line breaks with the spaces after them, and single other characters. */
const TOKEN =
  /--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|"(?:[^"]|"")*"?|`(?:[^`]|``)*`?|\[[^\]]*\]?|'(?:[^']|'')*'?|\n\s*|[\p{L}\p{N}_$]+|[\s\S]/gu;

function commentIn(token: string): string | undefined {
  if (token.startsWith('--')) return token.slice(2).trim();
  return token.startsWith('/*') ? token.slice(2).replace(/\*\/$/, '').replace(/\s+/g, ' ').trim() : undefined;
}

function nameIn(token: string): string {
  const quote = token.charAt(0);
  const bare = '"`\''.includes(quote)
    ? token.slice(1, -1).replaceAll(quote + quote, quote)
    : token.replace(/^\[|\]$/g, '');
  return bare.toLowerCase();
}
