import {
  type Fields,
  isAbsent,
  isRecord,
  type ReasoningWish,
  type ResponseFormat,
  type Sampling,
  type WireFields,
} from '../../core/index.ts';
import { messagesMembers } from '../messages/fields.ts';
import { contextWish, ollamaMembers } from '../ollama/fields.ts';

export interface Parameters {
  readonly sampling: Sampling;
  readonly extra?: WireFields;
}

/**
 * Reads the parameters of a chat-completions request, which are all fields that `readChatRequest` does not read itself.
 * `extra.chat` keeps all of them as the client wrote them, so that a chat backend gets the same JSON. Fields that belong to
 * another protocol are also kept under that protocol's name.
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

/** Writes the parameters for a chat backend: the client's own fields, then the `Sampling` fields that they do not cover. */
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

/** Returns the `Sampling` field that a chat field sets, or undefined if it sets none. */
export function spelledBy(name: string, fields: Fields): Spelled | undefined {
  const spelling = SPELLINGS.get(name);
  return spelling && { member: spelling.member, counts: isCounted(spelling, fields) };
}

export interface Spelled {
  readonly member: keyof Sampling;
  /** True if no other field of the request overrides this one. */
  readonly counts: boolean;
}

interface Spelling {
  readonly member: keyof Sampling;
  /** Returns undefined for a value of a wrong type: the value is not used here, but the server still receives it. */
  readonly read: (value: unknown) => unknown;
  /** Name of another field with the same meaning that overrides this one. */
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

/** All names of each `Sampling` field, the overriding name first. */
const NAMES: ReadonlyMap<keyof Sampling, readonly string[]> = new Map(
  [...Map.groupBy(SPELLINGS, ([, { member }]) => member)].map(([member, entries]) => [
    member,
    entries.map(([name]) => name),
  ]),
);

/** Returns the name that most servers know. */
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

/**
 * Reads OpenRouter's `reasoning` object. `exclude` is ignored: it hides reasoning from the client and does not affect
 * the model.
 */
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

/**
 * Writes an effort word, because servers accept only words. Nearly all of them reject `none`, so reasoning cannot be
 * turned off here.
 */
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
