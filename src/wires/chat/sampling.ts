import {
  type Fields,
  isAbsent,
  isRecord,
  type ReasoningWish,
  type ResponseFormat,
  type Sampling,
  type WireFields,
} from '../../core/index.ts';
import { messagesMembers } from '../messages/members.ts';
import { contextWish, ollamaMembers } from '../ollama/members.ts';

export interface Parameters {
  readonly sampling: Sampling;
  readonly extra?: WireFields;
}

/**
 * What the members of a chat-completions request mean, beside those that the request itself reads. `extra.chat` keeps all
 * of them as the client spelled them, so that a chat backend gets the same JSON. Members that are another wire's own words
 * stand under that wire's name as well.
 */
export function readParameters(fields: Fields): Parameters {
  const sampling: Record<string, unknown> = {};
  const messages: [string, unknown][] = [];
  const ollama: [string, unknown][] = [];
  let isAny = false;
  for (const name in fields) {
    isAny = true;
    const value = fields[name];
    if (isAbsent(value)) continue;
    const spelling = SPELLINGS.get(name);
    if (spelling !== undefined && isCounted(spelling, fields)) {
      const meant = spelling.read(value);
      if (meant !== undefined) sampling[spelling.member] = meant;
    }
    if (messagesMembers.has(name)) messages.push([name, value]);
    if (ollamaMembers.has(name)) ollama.push([name, value]);
  }
  if (!isAny) return { sampling };
  const wish = ollama.length === 0 ? undefined : contextWish(fields);
  if (wish !== undefined) sampling.contextTokens = wish;
  return {
    sampling,
    extra: {
      chat: fields,
      ...(messages.length > 0 && { messages: Object.fromEntries(messages) }),
      ...(ollama.length > 0 && { ollama: Object.fromEntries(ollama) }),
    },
  };
}

/** The members that a chat backend is asked with: the client's own spelling, and ours for what it did not spell. */
export function writeParameters({ sampling, extra }: Parameters, limitName = 'max_tokens'): [string, unknown][] {
  const given = extra?.chat;
  const entries = given === undefined ? [] : Object.entries(given);
  for (const [member, names] of NAMES) {
    if (sampling[member] === undefined || names.some((name) => !isAbsent(given?.[name]))) continue;
    const value = writeMember(sampling, member);
    if (value !== undefined) entries.push([nameOf(member, names, limitName), value]);
  }
  return entries;
}

/** The member of Sampling that a chat member spells, if it is the spelling that counts among those that are there. */
export function spelledBy(name: string, fields: Fields): Spelled | undefined {
  const spelling = SPELLINGS.get(name);
  return spelling && { member: spelling.member, counts: isCounted(spelling, fields) };
}

export interface Spelled {
  readonly member: keyof Sampling;
  /** No other member of the request spells the same before it. */
  readonly counts: boolean;
}

interface Spelling {
  readonly member: keyof Sampling;
  /** Undefined for a value of another type: the server may judge it, nothing here uses it. */
  readonly read: (value: unknown) => unknown;
  /** Another spelling of the same member, which counts before this one. */
  readonly after?: string;
}

const SPELLINGS: ReadonlyMap<string, Spelling> = new Map<string, Spelling>([
  ['temperature', { member: 'temperature', read: number }],
  ['top_p', { member: 'topP', read: number }],
  ['top_k', { member: 'topK', read: number }],
  ['min_p', { member: 'minP', read: number }],
  ['max_completion_tokens', { member: 'maxTokens', read: number }],
  ['max_tokens', { member: 'maxTokens', read: number, after: 'max_completion_tokens' }],
  ['stop', { member: 'stop', read: readStop }],
  ['seed', { member: 'seed', read: number }],
  ['frequency_penalty', { member: 'frequencyPenalty', read: number }],
  ['presence_penalty', { member: 'presencePenalty', read: number }],
  ['repetition_penalty', { member: 'repetitionPenalty', read: number }], // vLLM's name
  ['response_format', { member: 'responseFormat', read: readFormat }],
  ['reasoning_effort', { member: 'reasoning', read: readEffort }],
  ['reasoning', { member: 'reasoning', read: readReasoning, after: 'reasoning_effort' }], // OpenRouter's object
  ['safety_identifier', { member: 'user', read: text }],
  ['user', { member: 'user', read: text, after: 'safety_identifier' }],
]);

/** All spellings of each member, the one that counts first. */
const NAMES: ReadonlyMap<keyof Sampling, readonly string[]> = new Map(
  [...Map.groupBy(SPELLINGS, ([, { member }]) => member)].map(([member, entries]) => [
    member,
    entries.map(([name]) => name),
  ]),
);

/** The spelling that most servers know. */
function nameOf(member: keyof Sampling, [first = member]: readonly string[], limitName: string): string {
  if (member === 'maxTokens') return limitName;
  return member === 'user' ? 'user' : first;
}

function isCounted({ after }: Spelling, fields: Fields): boolean {
  return after === undefined || isAbsent(fields[after]);
}

function number(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function readStop(stop: unknown): readonly string[] | undefined {
  if (typeof stop === 'string') return [stop];
  return Array.isArray(stop) ? stop.filter((each): each is string => typeof each === 'string') : undefined;
}

function readFormat(format: unknown): ResponseFormat | undefined {
  if (!isRecord(format)) return undefined;
  if (format.type === 'text') return { kind: 'text' };
  if (format.type === 'json_object') return { kind: 'json' };
  const { type, json_schema: given } = format;
  if (type !== 'json_schema' || !isRecord(given) || !isRecord(given.schema)) return undefined;
  const { schema, name, description, strict } = given;
  return {
    kind: 'schema',
    schema,
    ...(typeof name === 'string' && { name }),
    ...(typeof description === 'string' && { description }),
    ...(typeof strict === 'boolean' && { isStrict: strict }),
  };
}

/** Whether the client wants to see the reasoning (`exclude`) does not concern the model. */
function readReasoning(reasoning: unknown): ReasoningWish | undefined {
  if (!isRecord(reasoning)) return undefined;
  const { enabled, max_tokens: tokens, effort } = reasoning;
  if (enabled === false) return { kind: 'off' };
  if (typeof tokens === 'number' && Number.isSafeInteger(tokens) && tokens > 0) return { kind: 'budget', tokens };
  return readEffort(effort) ?? (enabled === true ? { kind: 'on' } : undefined);
}

function readEffort(effort: unknown): ReasoningWish | undefined {
  if (typeof effort !== 'string' || effort === '') return undefined;
  return effort === 'none' ? { kind: 'off' } : { kind: 'effort', effort };
}

function writeMember(sampling: Sampling, member: keyof Sampling): unknown {
  switch (member) {
    case 'responseFormat':
      return sampling.responseFormat && writeFormat(sampling.responseFormat);
    case 'reasoning':
      return sampling.reasoning && writeReasoning(sampling.reasoning);
    default:
      return sampling[member];
  }
}

/** Servers know words only. `none` is refused by nearly all of them, so that reasoning cannot be turned off here. */
function writeReasoning(wish: ReasoningWish): string | undefined {
  switch (wish.kind) {
    case 'off':
      return undefined;
    case 'on':
      return 'medium';
    case 'effort':
      return wish.effort;
    case 'budget':
      return wish.tokens <= LOW_TOKENS ? 'low' : wish.tokens <= MEDIUM_TOKENS ? 'medium' : 'high';
    default:
      return wish satisfies never;
  }
}

const LOW_TOKENS = 2_048;
const MEDIUM_TOKENS = 8_192;

function writeFormat(format: ResponseFormat): Fields {
  switch (format.kind) {
    case 'text':
      return { type: 'text' };
    case 'json':
      return { type: 'json_object' };
    case 'schema': {
      const { schema, name = 'answer', description, isStrict } = format;
      const beside = {
        ...(description !== undefined && { description }),
        ...(isStrict !== undefined && { strict: isStrict }),
      };
      return { type: 'json_schema', json_schema: { name, ...beside, schema } };
    }
    default:
      return format satisfies never;
  }
}
