/** The features of a Messages request that a family of models supports. Other vendors' servers also use this protocol. */
export interface Family {
  /** Default token limit of an answer, because the protocol requires a limit in every request. */
  readonly answerTokens: number;
  /** The highest token limit that every model of the family is known to accept. */
  readonly mostAnswerTokens: number;
  /** `budget`: reasoning has a token budget. `adaptive`: the model decides how long it reasons, guided by an effort. */
  readonly thinking: 'none' | 'budget' | 'adaptive';
  /** True if the model refuses a token budget for reasoning. */
  readonly isBudgetless: boolean;
  /** How reasoning is turned off. `silence`: it is off unless requested. `never`: it cannot be turned off. */
  readonly rest: 'silence' | 'disabled' | 'between_tools' | 'never';
  /** Supported efforts in ascending order. */
  readonly efforts: readonly Effort[];
  /** True if reasoning is returned empty unless summaries are requested. */
  readonly isSecretive: boolean;
  /** Whether temperature and top_p are accepted: both, one of them, or none. */
  readonly sampling: 'both' | 'one' | 'none';
  /** True if the model accepts a forced tool choice. */
  readonly isForcible: boolean;
  /** True if answers and arguments can be bound to a schema. */
  readonly isBindable: boolean;
  /** True if the model refuses reasoning without a signature. */
  readonly isExacting: boolean;
  /** True if the model can continue a started assistant message. Otherwise the last message must be the user's. */
  readonly isPrefillable: boolean;
}

export type Effort = (typeof EFFORTS)[number];

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const;

export function familyOf(model: string): Family {
  const named = readName(model);
  if (named === undefined) return OTHER_VENDORS;
  const { line, version } = named;
  const isIts = (row: Row) => version >= row.since && (row.line === undefined || row.line === line);
  return FAMILIES.find(isIts)?.family ?? FIRST;
}

interface Row {
  /** The first version of the row, as a number: 406 is version 4.6. */
  readonly since: number;
  readonly line?: string;
  readonly family: Family;
}

/** Models of other vendors. Local servers have small context windows and refuse a limit that does not fit. */
const OTHER_VENDORS: Family = {
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

/** Models whose answers are limited to 4,096 or 8,192 tokens. */
const FIRST: Family = { ...OTHER_VENDORS, ...upTo(4_096), thinking: 'none', rest: 'silence', isExacting: true };
const SECOND: Family = { ...FIRST, ...upTo(8_192) };

/** From here on, every model except old Opus models accepts 64,000 tokens, which is enough for any answer. */
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

/** Newest first. Unknown newer versions are treated like the most restrictive known model. */
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
 * Reads the model line and version from names like `claude-3-5-sonnet-latest`, `claude-opus-4-1-20250805`,
 * `anthropic/claude-sonnet-4.5` and `us.anthropic.claude-…-v1:0`. The first one or two short numbers in a row are the version.
 */
function readName(model: string): { line: string; version: number } | undefined {
  const words = model
    .toLowerCase()
    .slice(0, MAX_CHARACTERS)
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

const MAX_CHARACTERS = 200;

function isShortNumber(word: string): boolean {
  return /^\d{1,2}$/.test(word);
}
