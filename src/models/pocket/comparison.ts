import type { Extreme, Measure } from './database-question.ts';
import { columnLike, columnNamed, ownName, tablesDescribed, tablesNamed } from './matching.ts';
import type { FoundColumn, FoundTable } from './schema-text.ts';

export interface Compared {
  readonly table: FoundTable;
  readonly column: FoundColumn;
}

/** Finds the column that a comparison means: it is named, or the adjective implies it. Otherwise returns the reason. */
export function comparedIn({ noun, column, measure }: Extreme, tables: readonly FoundTable[]): Compared | string {
  const [asked = noun, holder] = column === undefined ? noun.split(OF, 2) : [column, noun];
  if (holder !== undefined) {
    const holders = [...tablesNamed(holder, tables), ...tablesDescribed(holder, tables)];
    return ofColumn(asked, holders) ?? `I found no column "${asked}" of "${holder}" that I can compare.`;
  }
  const named = tablesNamed(noun, tables);
  const implied = first(named, measure) ?? only(named.length > 0 ? [] : tablesDescribed(noun, tables), measure);
  if (implied !== undefined) return implied;
  const [table] = named;
  return table === undefined ? (ofColumn(noun, tables) ?? `I found no table or column "${noun}".`) : whichColumn(table);
}

/** Separates a column from its table in `lowest price of all products`. */
const OF = / (?:of|among) (?:(?:the|all|our) )*/;

function ofColumn(words: string, tables: readonly FoundTable[]): Compared | undefined {
  const holding = tables.flatMap((table) => {
    const column = columnNamed(words, table.columns.filter(isComparable));
    return column === undefined ? [] : [{ table, column }];
  });
  return holding.find(({ column }) => column.name.toLowerCase() === words.toLowerCase()) ?? holding[0];
}

function first(tables: readonly FoundTable[], measure: Measure): Compared | undefined {
  return tables.flatMap((table) => withColumn(table, measure))[0];
}

function only(tables: readonly FoundTable[], measure: Measure): Compared | undefined {
  const [one, another] = tables.flatMap((table) => withColumn(table, measure));
  return another === undefined ? one : undefined;
}

function withColumn(table: FoundTable, measure: Measure): readonly Compared[] {
  const column = impliedBy(measure, table.columns.filter(isComparable));
  return column === undefined ? [] : [{ table, column }];
}

/** Returns true if larger values of the column come later when the database sorts it. Texts with dates are ISO dates. */
function isComparable({ kind, name, isKey }: FoundColumn): boolean {
  return !isKey && (kind !== 'text' || DATE_NAME.test(name));
}

const DATE_NAME = /(?:^|_)(?:date|datetime|timestamp|at|on)$/i;

function impliedBy(measure: Measure, columns: readonly FoundColumn[]): FoundColumn | undefined {
  const numbers = columns.filter(({ kind }) => kind === 'number');
  const dates = columns.filter(({ kind, name }) => kind === 'date' || (kind === 'text' && DATE_NAME.test(name)));
  switch (measure) {
    case 'price':
      return columnLike(['price', 'cost', 'fee', 'amount'], numbers);
    case 'weight':
      return columnLike(['weight', 'mass'], numbers);
    case 'length':
      return columnLike(['length', 'duration', 'runtime', 'minutes', 'seconds', 'milliseconds'], numbers);
    case 'birth':
      return columnLike(BIRTH, dates);
    case 'age':
      return columnLike(BIRTH, dates) ?? beginning(dates);
    case 'date':
      return beginning(dates);
    case 'size':
      return (
        columnLike(['total', 'amount', 'size', 'value'], numbers) ?? (numbers.length === 1 ? numbers[0] : undefined)
      );
    default:
      return measure satisfies never;
  }
}

const BIRTH = ['birth', 'birthday', 'birthdate', 'born'];

/** Returns the date on which a row began to exist: the first one that is about nothing else. */
function beginning(dates: readonly FoundColumn[]): FoundColumn | undefined {
  return dates.length === 1 ? dates[0] : dates.find(({ name }) => !LATER.test(name));
}

const LATER = /birth|born|updat|modif|chang|ship|deliver|due|end|expir|delet|clos|last|paid|cancel/i;

function whichColumn(table: FoundTable): string {
  const { name } = table;
  const names = table.columns.filter(isComparable).map((column) => column.name);
  if (names.length === 0) return `The table ${name} has no column that I can compare.`;
  return `I do not know which column of ${name} is meant. I can compare ${names.slice(0, MOST_NAMED).join(', ')}: ask for "${ownName(table)} with the highest ${names[0]}".`;
}

const MOST_NAMED = 6;
