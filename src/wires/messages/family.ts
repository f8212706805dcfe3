/** What a family of models takes of a Messages request. Servers of other models may speak this wire, too. */
export interface Family {
  /** What an answer may take where the client does not say: the wire wants a number in every request. */
  readonly answerTokens: number;
  /** The most that it takes for an answer, as far as that is known of all of the family. */
  readonly mostAnswerTokens: number;
  /** `budget`: so many tokens. `adaptive`: as the model sees fit, guided by an effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive';
  /** Only the model decides how long it thinks: a budget is refused. */
  readonly isBudgetless: boolean;
  /** How thinking is kept off. `silence`: it is off unless asked for. `never`: it cannot be. */
  readonly rest: 'silence' | 'disabled' | 'between_tools' | 'never';
  /** The efforts it knows, ascending. */
  readonly efforts: readonly Effort[];
  /** Thoughts come back empty unless their summaries are asked for. */
  readonly isSecretive: boolean;
  /** Whether temperature and top_p are taken: both, one of them, or none at all. */
  readonly sampling: 'both' | 'one' | 'none';
  /** Whether it can be made to call a tool. */
  readonly isForcible: boolean;
  /** Whether answers and arguments can be bound to a schema. */
  readonly isBindable: boolean;
  /** Whether it refuses thoughts that are not signed. */
  readonly isExacting: boolean;
  /** Whether it goes on from what an assistant has begun to say; otherwise the user must have the last word. */
  readonly isPrefillable: boolean;
}

export type Effort = (typeof EFFORTS)[number];

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

export function familyOf(model: string): Family {
  const named = readName(model);
  if (named === undefined) return STRANGERS;
  const { line, version } = named;
  const isIts = (row: Row) => version >= row.since && (row.line === undefined || row.line === line);
  return FAMILIES.find(isIts)?.family ?? FIRST;
}

interface Row {
  /** 406 is version 4.6. */
  readonly since: number;
  readonly line?: string;
  readonly family: Family;
}

/** Whatever others have a Messages server for. Local ones have small windows, and refuse what does not fit into them. */
const STRANGERS: Family = {
  answerTokens: 16_384,
  mostAnswerTokens: Number.POSITIVE_INFINITY,
  thinking: 'budget',
  isBudgetless: false,
  rest: 'disabled',
  efforts: [],
  isSecretive: false,
  sampling: 'both',
  isForcible: true,
  isBindable: false,
  isExacting: false,
  isPrefillable: true,
};

/** 4,096 and 8,192 are all that these can say. */
const FIRST: Family = { ...STRANGERS, ...upTo(4_096), thinking: 'none', rest: 'silence', isExacting: true };
const SECOND: Family = { ...FIRST, ...upTo(8_192) };

/** From here on 64,000 is within every model's bound but old Opus's, and enough for any answer. */
const BUDGETED: Family = { ...FIRST, ...upTo(64_000), thinking: 'budget' };
const FOUR: Family = { ...BUDGETED, sampling: 'one' };
const FOUR_FIVE: Family = { ...FOUR, isBindable: true };
const FOUR_SIX: Family = {
  ...FOUR_FIVE,
  thinking: 'adaptive',
  efforts: ['low', 'medium', 'high', 'max'],
  isPrefillable: false,
};
const FOUR_SEVEN: Family = {
  ...FOUR_SIX,
  efforts: EFFORTS,
  isBudgetless: true,
  isSecretive: true,
  sampling: 'none',
};
const FIVE: Family = { ...FOUR_SEVEN, rest: 'disabled' };
const NEWEST: Family = { ...FIVE, rest: 'never', isForcible: false };

/** The newest first; what is newer still is taken for the most restrictive of today. */
const FAMILIES: readonly Row[] = [
  { since: 505, line: 'haiku', family: FIVE },
  { since: 505, line: 'sonnet', family: { ...NEWEST, rest: 'between_tools' } },
  { since: 505, family: NEWEST },
  { since: 501, line: 'fable', family: NEWEST },
  { since: 501, line: 'mythos', family: NEWEST },
  { since: 500, line: 'fable', family: { ...NEWEST, isForcible: true } },
  { since: 500, line: 'mythos', family: { ...NEWEST, isForcible: true } },
  { since: 500, family: FIVE },
  { since: 407, family: FOUR_SEVEN },
  { since: 406, family: FOUR_SIX },
  { since: 405, family: FOUR_FIVE },
  { since: 400, line: 'opus', family: { ...FOUR, ...upTo(32_000) } },
  { since: 400, family: FOUR },
  { since: 307, family: BUDGETED },
  { since: 305, family: SECOND },
];

function upTo(tokens: number): Pick<Family, 'answerTokens' | 'mostAnswerTokens'> {
  return { answerTokens: tokens, mostAnswerTokens: tokens };
}

const UNNUMBERED = 9_999;
const LINES: ReadonlySet<string> = new Set(['haiku', 'sonnet', 'opus', 'fable', 'mythos']);

/**
 * `claude-3-5-sonnet-latest`, `claude-opus-4-1-20250805`, `anthropic/claude-sonnet-4.5`, `us.anthropic.claude-…-v1:0`:
 * one or two short numbers in a row are the version.
 */
function readName(model: string): { line: string; version: number } | undefined {
  const words = model
    .toLowerCase()
    .slice(0, MOST_LETTERS)
    .split(/[^a-z0-9]/);
  const place = words.indexOf('claude');
  if (place === -1) return undefined;
  const rest = words.slice(place + 1);
  const line = rest.find((word) => LINES.has(word)) ?? '';
  const at = rest.findIndex(isShortNumber);
  if (at === -1) return { line, version: UNNUMBERED };
  const minor = rest[at + 1] ?? '';
  return { line, version: Number(rest[at]) * 100 + (isShortNumber(minor) ? Number(minor) : 0) };
}

const MOST_LETTERS = 200;

function isShortNumber(word: string): boolean {
  return /^\d{1,2}$/.test(word);
}
