/** A question about the rows of a table, in the words of the user. `noun` and `column` are therefore no names yet. */
export type DatabaseQuestion =
  | { readonly kind: 'count'; readonly noun: string; readonly where?: Condition }
  | { readonly kind: 'list'; readonly noun: string; readonly most?: number; readonly where?: Condition }
  | Extreme
  | Named
  /** Asks for a change, such as `delete all customers`. */
  | { readonly kind: 'change' }
  /** About data, but none of the questions above. */
  | { readonly kind: 'other' };

/** Asks for the rows with the largest or smallest value: `the 3 cheapest products`, `the employee with the highest salary`. */
export interface Extreme {
  readonly kind: 'extreme';
  /** The words for the table, the compared column, or both: `product`, `highest salary`, `lowest price of all products`. */
  readonly noun: string;
  readonly column?: string;
  readonly measure: Measure;
  readonly isLargest: boolean;
  readonly most: number;
}

/** What an adjective compares. `age` is any date on which something began, `size` any number. */
export type Measure = 'price' | 'date' | 'age' | 'birth' | 'weight' | 'length' | 'size';

/** Asks for rows by their name, or for one column of them: `the product Sencha`, `email of Ada Moser`. */
export interface Named {
  readonly kind: 'named';
  readonly value: string;
  readonly noun?: string;
  readonly column?: string;
}

/** Selects rows: `with status paid`, or without a column `from Austria`. */
export interface Condition {
  readonly column?: string;
  readonly value: string;
  /** True if the value is quoted or in capitals, so that it must be a value. */
  readonly isCertain: boolean;
}

/** Reads a question. Returns undefined if its words do not ask for rows of a table. */
export function readDatabaseQuestion(question: string): DatabaseQuestion | undefined {
  if (question.length > MOST_CHARACTERS) return undefined;
  const said = bare(question);
  if (CHANGE.test(said)) return { kind: 'change' };
  for (const read of [readCount, readExtreme, readColumnOf, readFiltered, readNamed, readList]) {
    const found = read(said);
    if (found !== undefined) return found;
  }
  return ABOUT_DATA.test(said) ? { kind: 'other' } : undefined;
}

/** Returns true if the question asks which tables there are. */
export function asksForTables(question: string): boolean {
  return question.length <= MOST_CHARACTERS && ASKS_FOR_TABLES.test(question);
}

/** Returns true if a sentence such as `don't delete the customers` names a change. */
export function namesChange(sentence: string): boolean {
  return CHANGES.test(sentence.slice(0, MOST_CHARACTERS));
}

const MOST_CHARACTERS = 200; // a simple question is shorter, and the patterns need more time for longer ones

/** Removes courtesy and punctuation around the question. */
function bare(question: string): string {
  const said = question.trim().replace(/\s+/g, ' ').replace(COURTESY, '');
  return said.replace(/[\s.?!,;]+$/, '').replace(THANKS, '');
}

const COURTESY =
  /^(?:(?:hi|hello|hey|please|okay|ok|so|thanks|thank you)\b[\s,.!]*|(?:can|could|would|will) you (?=\S)|i(?: want|'d like| would like) to (?:know|see) |do you know |tell me (?=how |what |which |who |the ))+/i;
const THANKS = /[\s,]+(?:please|thanks|thank you|in total|altogether)$/i;

const CHANGING =
  '(?:delete|remove|drop|truncate|erase|insert|update|add|create|change|rename|edit|modify|increase|decrease|replace|set|cancel)';
const CHANGE = new RegExp(String.raw`^${CHANGING} (?!\d)\S`, 'i');
const CHANGES = new RegExp(String.raw`\b${CHANGING}\b`, 'i');
const ASKS_FOR_TABLES = /\b(?:what|which|list|show)\b.*\b(?:tables|in (?:the|this|my|our) database)\b/i;
/** Words of questions that pocket cannot answer, but that are about data. */
const ABOUT_DATA =
  /\b(?:average|median|sum|total|revenue|turnover|sales|per|grouped|group by|database|tables|columns)\b/i;

// Parts of the patterns. They match without case, except a name in capitals such as `Ada Moser` or `Darjeeling First Flush`.
const QUOTED = `["“„](?<quoted>[^"“”„]+)["“”]|'(?<single>[^']+)'`;
const CAPITALS = String.raw`(?<name>(?-i:\p{Lu}[\p{L}\p{M}\d.’'&-]*(?: (?:(?:de|da|di|del|la|le|van|von|der|al|&) ){0,2}[\p{Lu}\d][\p{L}\p{M}\d.’'&-]*){0,6}))`;
const VALUE = `(?:${QUOTED}|${CAPITALS})`;
/** Words for a table or a column. Without digits, so that dates, sums and file names are no questions about data. */
const WORDS = String.raw`[\p{L}\p{M}_][\p{L}\p{M}_ -]*`;
const NO_NOUN = String.raw`(?!(?:the|all|every|our|my|your|of|an?|me|us)\b)`;
const NOUN = `(?<noun>${NO_NOUN}${WORDS})`;
const SHORT_NOUN = `(?<noun>${NO_NOUN}${WORDS}?)`;
const COLUMN = `(?<column>${NO_NOUN}${WORDS})`;
const NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const NUMBER = String.raw`(?:(?<number>\d{1,3}|${NUMBERS.join('|')}) )?`;
const THE = '(?:(?:the|all|every|our|of|a list of) )*';
const SHOW = '(?:list|show|display|find|give|name|look up)(?: me| us)? ';
const ASK = `(?:(?:what|which|who)(?:['’]s| is| are| was| were)? |${SHOW})`;
const EXISTING =
  '(?: (?:are|is) there| there (?:are|is)| exist| do (?:we|you) (?:have|sell)| does the (?:shop|store|company) (?:have|sell))';

const COUNT = whole(`(?:how many|count|(?:what(?:['’]s| is) )?(?:the )?(?:total )?number of) ${THE}(?<rest>.+)`);
const LIST = whole(
  `(?:list|show|display|give)(?: me| us)? ${THE}(?!an? |how |what |why |your? |my |it |this |that |more )${NUMBER}(?<rest>.+)`,
);
const WHICH = whole(`(?:what|which) (?:are |is )?${THE}(?<rest>.+?${EXISTING})`);
const WHAT_ARE = whole(`what are (?:the|all|our) ${THE}(?<rest>.+)`);
const ALL_OF_THEM = new RegExp(`${EXISTING}?(?: (?:are )?in (?:the|this|our) (?:database|shop|store))?$`, 'iu');

function readCount(said: string): DatabaseQuestion | undefined {
  const things = thingsIn(groupsOf(COUNT, said)?.rest);
  return things && { kind: 'count', ...things };
}

function readList(said: string): DatabaseQuestion | undefined {
  for (const each of [LIST, WHICH, WHAT_ARE]) {
    const groups = groupsOf(each, said);
    const things = thingsIn(groups?.rest);
    if (things === undefined) continue;
    const most = numberOf(groups?.number);
    return { kind: 'list', ...things, ...(most !== undefined && { most }) };
  }
  return undefined;
}

/** Reads a list with a condition. Its last word may be in capitals, so it must be read before a name. */
function readFiltered(said: string): DatabaseQuestion | undefined {
  const list = readList(said);
  return list !== undefined && 'where' in list ? list : undefined;
}

const WITH = whole(
  String.raw`${NOUN}(?:${EXISTING}| are)? (?:with|whose|where|having|has|have|that have) (?:the |an? )?${COLUMN}(?: is| are| of| equals| =)? (?:${VALUE}|(?<word>[\p{L}\p{N}.@_-]+))`,
);
const FROM = whole(
  String.raw`${SHORT_NOUN}(?:${EXISTING}| are| is| who| that| come| comes| live| lives| based| located)* (?:from|in) (?:${VALUE}|(?<word>[\p{L}\p{M} ]+))`,
);
const ONLY_WORDS = whole(NOUN);

/** Reads `customers`, `customers from Austria` and `orders with status paid`. */
function thingsIn(rest = ''): { readonly noun: string; readonly where?: Condition } | undefined {
  const said = rest.replace(ALL_OF_THEM, '');
  for (const each of [FROM, WITH, ONLY_WORDS]) {
    const { noun, column, word, ...others } = groupsOf(each, said) ?? {};
    if (noun === undefined) continue;
    const value = valueIn(others);
    const condition = {
      ...(column !== undefined && { column }),
      value: value ?? word ?? '',
      isCertain: value !== undefined,
    };
    return condition.value === '' ? { noun } : { noun, where: condition };
  }
  return undefined;
}

/** Adjectives, by what they compare. The longer one of two with the same beginning comes first. */
const ADJECTIVES: readonly (readonly [words: string, measure: Measure, isLargest: boolean])[] = [
  ['most expensive|most costly|priciest|dearest', 'price', true],
  ['least expensive|cheapest', 'price', false],
  ['newest|latest|most recent', 'date', true],
  ['earliest', 'date', false],
  ['youngest', 'birth', true],
  ['oldest', 'age', false],
  ['heaviest', 'weight', true],
  ['lightest', 'weight', false],
  ['longest', 'length', true],
  ['shortest', 'length', false],
  ['largest|biggest|highest|greatest|most', 'size', true],
  ['smallest|lowest|least|fewest', 'size', false],
];
const COMPARED = `(?<adjective>${ADJECTIVES.map(([words]) => words).join('|')})`;

const EXTREMES = [
  whole(`(?:which|what|who) ${THE}${NOUN} (?:is|are|was) (?:the )?${COMPARED}`),
  whole(`${ASK}?${THE}${NUMBER}${NOUN} (?:with|has|have|having) (?:the )?${COMPARED} ${COLUMN}`),
  whole(`${ASK}?${THE}${NUMBER}${COMPARED} ${NOUN}`),
  whole(`${ASK}?${THE}${COMPARED} ${NUMBER}${NOUN}`),
  whole(`${ASK}?${THE}(?<adjective>top) ${NUMBER}${NOUN} by (?:the )?${COLUMN}`),
];

function readExtreme(said: string): DatabaseQuestion | undefined {
  for (const each of EXTREMES) {
    const { noun, column, number, adjective = '' } = groupsOf(each, said) ?? {};
    if (noun === undefined) continue;
    const known = ADJECTIVES.find(([words]) => words.split('|').includes(adjective.toLowerCase()));
    const [, measure, isLargest] = known ?? ['', 'size', true];
    return {
      kind: 'extreme',
      noun,
      ...(column !== undefined && { column }),
      measure,
      isLargest,
      most: numberOf(number) ?? 1,
    };
  }
  return undefined;
}

const COLUMN_OF = whole(`${ASK}?${THE}${COLUMN} of (?:the )?(?:${SHORT_NOUN} )??(?:named |called )?${VALUE}`);
const COLUMN_OF_NAME = whole(`${ASK}?${VALUE}(?:['’]s) ${COLUMN}`);
const NAMED = whole(`(?:${ASK}|search(?: for)? )${THE}${SHORT_NOUN} (?:named |called |with the name )?${VALUE}`);

function readColumnOf(said: string): DatabaseQuestion | undefined {
  for (const each of [COLUMN_OF_NAME, COLUMN_OF]) {
    const { noun, column, ...others } = groupsOf(each, said) ?? {};
    const value = valueIn(others);
    if (value !== undefined && column !== undefined)
      return { kind: 'named', column, value, ...(noun !== undefined && { noun }) };
  }
  return undefined;
}

function readNamed(said: string): DatabaseQuestion | undefined {
  const { noun = '', ...others } = groupsOf(NAMED, said) ?? {};
  const value = valueIn(others);
  return value === undefined || PREPOSITION.test(noun) ? undefined : { kind: 'named', noun, value };
}

const PREPOSITION = /\b(?:in|from|of|for|to|at|on|by|with|about|is|are)\b/i;

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`, 'iu');
}

type Groups = Readonly<Record<string, string | undefined>>;

function groupsOf(pattern: RegExp, said: string): Groups | undefined {
  return pattern.exec(said)?.groups;
}

function valueIn({ quoted, single, name }: Groups): string | undefined {
  return quoted ?? single ?? name;
}

function numberOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const place = NUMBERS.indexOf(word.toLowerCase());
  return Math.max(1, place === -1 ? Number(word) : place + 1);
}
