import { type Counts, type Fields, isDeeperThan, isRecord, MOST_DEPTH, type Usage } from '../../core/index.ts';

/** True if a `usage` contains token counts. Some servers send null or an object without counts until the end. */
export function isUsage(value: unknown): value is Fields {
  return isRecord(value) && (isCount(value.prompt_tokens) || isCount(value.completion_tokens));
}

export function readUsage(usage: Fields): Usage {
  const prompt = readDetails(usage[PROMPT], [CACHED, CACHE_WRITTEN]);
  const completion = readDetails(usage[COMPLETION], [REASONING]);
  const more = { ...named('prompt', prompt.more), ...named('completion', completion.more) };
  const left = { ...leftIn(usage), ...named(PROMPT, prompt.left), ...named(COMPLETION, completion.left) };
  return {
    promptTokens: countOf(usage.prompt_tokens),
    completionTokens: countOf(usage.completion_tokens),
    ...named('cachedTokens', prompt.known[0]),
    ...named('cacheWrittenTokens', prompt.known[1]),
    ...named('reasoningTokens', completion.known[0]),
    ...(Object.keys(more).length > 0 && { more }),
    ...(Object.keys(left).length > 0 && { extra: { chat: left } }),
  };
}

/** Writes a `usage`. The field `toolpath` is our own and holds the totals of all steps of the turn. */
export function writeUsage(usage: Usage): Fields {
  const { promptTokens, completionTokens, cachedTokens, cacheWrittenTokens, reasoningTokens, more, extra, turn } =
    usage;
  const cache = { ...named(CACHED, cachedTokens), ...named(CACHE_WRITTEN, cacheWrittenTokens) };
  const prompt = { ...inside(extra?.chat, PROMPT), ...more?.prompt, ...cache };
  const completion = {
    ...inside(extra?.chat, COMPLETION),
    ...more?.completion,
    ...named(REASONING, reasoningTokens),
  };
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    ...extra?.chat,
    ...(Object.keys(prompt).length > 0 && { [PROMPT]: prompt }),
    ...(Object.keys(completion).length > 0 && { [COMPLETION]: completion }),
    ...(turn !== undefined && {
      toolpath: {
        steps: turn.steps,
        prompt_tokens: turn.promptTokens,
        completion_tokens: turn.completionTokens,
        total_tokens: turn.promptTokens + turn.completionTokens,
      },
    }),
  };
}

const PROMPT = 'prompt_tokens_details';
const COMPLETION = 'completion_tokens_details';
const CACHED = 'cached_tokens';
const CACHE_WRITTEN = 'cache_write_tokens';
const REASONING = 'reasoning_tokens';

interface Details {
  /** The counts of the requested names, in the same order. */
  readonly known: readonly (number | undefined)[];
  readonly more?: Counts | undefined;
  /** Values that are not counts, or details that contain no counts. */
  readonly left?: unknown;
}

function readDetails(details: unknown, names: readonly string[]): Details {
  if (details === undefined || details === null || isDeeperThan(details, MOST_DEPTH)) return { known: [] };
  if (!isRecord(details)) return { known: [], left: details };
  const known = names.map((name) => (isCount(details[name]) ? details[name] : undefined));
  const others = Object.entries(details).filter(([name, value]) => !names.includes(name) || !isCount(value));
  const counts = others.filter((entry): entry is [string, number] => isCount(entry[1]));
  const rest = others.filter(([, value]) => !isCount(value));
  const isEmpty = others.length === 0 && known.every((count) => count === undefined);
  return {
    known,
    ...(counts.length > 0 && { more: Object.fromEntries(counts) }),
    ...((rest.length > 0 || isEmpty) && { left: Object.fromEntries(rest) }),
  };
}

/** Returns the fields that are neither the known counts nor their details. */
function leftIn(usage: Fields): Fields {
  const others = Object.entries(usage).filter(
    ([name, value]) => !KNOWN.has(name) && value !== null && !isDeeperThan(value, MOST_DEPTH),
  );
  return Object.fromEntries(others);
}

const KNOWN = new Set(['prompt_tokens', 'completion_tokens', 'total_tokens', PROMPT, COMPLETION]);

function inside(fields: Fields | undefined, name: string): Fields {
  const value = fields?.[name];
  return isRecord(value) ? value : {};
}

function named<Name extends string, Value>(name: Name, value: Value | undefined): { [each in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [each in Name]: Value });
}

function countOf(value: unknown): number {
  return isCount(value) ? value : 0;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
