import {
  type Fields,
  isAbsent,
  isDeeperThan,
  isRecord,
  MOST_DEPTH,
  type Part,
  type ReasoningPart,
  type WireFields,
} from '../../core/index.ts';
import type { ThoughtState } from '../messages/reasoning-blocks.ts';

/** The fields in which servers and clients put reasoning text. If several of them are set, the first one counts. */
const MEMBERS: readonly string[] = ['reasoning_content', 'reasoning', 'thinking'];
/** The field for reasoning blocks that the provider needs back. */
const DETAILS = 'reasoning_details';
/** The field for reasoning that came through another protocol, because most clients and servers know it. */
export const REASONING = 'reasoning_content';

/** Fields of an assistant message that hold reasoning. Servers differ in which of them they accept. */
export const reasoningMembers: ReadonlySet<string> = new Set([REASONING, 'reasoning', DETAILS, 'thinking_blocks']);

export function isReasoningMember(name: string): boolean {
  return name === DETAILS || stateOf.has(name);
}

/** One shared state object per field: pieces of a stream with the same state object are joined. */
const stateOf: ReadonlyMap<string, WireFields> = new Map(MEMBERS.map((member) => [member, { chat: { member } }]));

/** Splits the fields of a client's message into reasoning and all other fields. */
export function readReasoning(others: Fields): { readonly parts: readonly ReasoningPart[]; readonly rest?: Fields } {
  const parts: ReasoningPart[] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(others)) {
    const state = stateOf.get(name);
    if (state !== undefined && typeof value === 'string' && value !== '') {
      parts.push({ type: 'reasoning', text: value, state });
    } else if (name === DETAILS && Array.isArray(value) && value.length > 0) {
      for (const details of joinedDetails(value)) parts.push(readDetails(details));
    } else {
      rest.push([name, value]);
    }
  }
  if (parts.length === 0) return { parts, rest: others };
  return rest.length === 0 ? { parts: inOrder(parts) } : { parts: inOrder(parts), rest: Object.fromEntries(rest) };
}

/** Writes reasoning as fields of an assistant message, the reverse of `readReasoning`. Returns undefined if there is none. */
export function writeReasoning(content: readonly Part[]): Fields | undefined {
  let written: Record<string, unknown> | undefined;
  for (const part of content) {
    if (part.type !== 'reasoning') continue;
    written ??= {};
    if (part.isBlock === true) {
      const details = (written[DETAILS] as unknown[] | undefined) ?? [];
      written[DETAILS] = details;
      for (const detail of writeDetails(part)) details.push(detail);
    } else {
      const member = part.state?.chat?.member;
      const name = typeof member === 'string' && stateOf.has(member) ? member : REASONING;
      written[name] = `${written[name] ?? ''}${part.text}`;
    }
  }
  return written;
}

/** Writes reasoning blocks for a client. */
export function writeBlocks(parts: readonly ReasoningPart[]): Fields {
  return { [DETAILS]: parts.flatMap(writeDetails) };
}

/** Returns the reasoning text in a server's delta or message. `state` names its field if the text came in a text field. */
export function reasoningTold(message: Fields): { readonly text: string; readonly state?: WireFields } {
  const member = MEMBERS.find((name) => words(message[name]) !== '');
  const state = member === undefined ? undefined : stateOf.get(member);
  if (member !== undefined && state !== undefined) return { text: words(message[member]), state };
  const details = message[DETAILS];
  if (!Array.isArray(details)) return NOTHING_TOLD;
  return { text: details.map((item) => (isRecord(item) ? words(item.text) || words(item.summary) : '')).join('') };
}

const NOTHING_TOLD = { text: '' };

/** Returns the blocks in a server's delta or message if they hold a signature or opaque data that the provider needs back. */
export function blocksTold({ [DETAILS]: details }: Fields): readonly ReasoningPart[] {
  if (!Array.isArray(details) || !details.some(holdsState) || isDeeperThan(details, MOST_DEPTH)) return [];
  return details.map((detail: unknown) => readDetails([detail]));
}

function holdsState(item: unknown): boolean {
  return isRecord(item) && (words(item.signature) !== '' || words(item.data) !== '');
}

/** Reads one block from its details. Clients that keep the pieces of a stream send one block back as several details. */
function readDetails(details: readonly unknown[]): ReasoningPart {
  const records = details.filter(isRecord);
  const signature = records.map((each) => words(each.signature)).join('');
  const thought = thoughtState(records);
  return {
    type: 'reasoning',
    text: records.map((each) => words(each.text)).join(''),
    ...(signature !== '' && { signature }),
    isBlock: true,
    state: { chat: { details }, ...(thought !== undefined && { messages: thought }) },
  };
}

/**
 * Groups details into blocks. The pieces of an Anthropic block are texts with the same index, followed by a signature that
 * completes the block.
 */
function* joinedDetails(details: readonly unknown[]): Generator<readonly unknown[]> {
  let pieces: unknown[] = [];
  let first: Fields | undefined;
  for (const detail of details) {
    const isMore = first !== undefined && isRecord(detail) && continues(detail, first);
    if (!isMore && pieces.length > 0) yield pieces;
    if (isMore) pieces.push(detail);
    else {
      pieces = [detail];
      first = isRecord(detail) ? detail : undefined;
    }
    if (isRecord(detail) && words(detail.signature) !== '') first = undefined;
  }
  if (pieces.length > 0) yield pieces;
}

function continues(detail: Fields, first: Fields): boolean {
  const isText = detail.type === TEXT && first.type === TEXT && detail.format === FORMAT && first.format === FORMAT;
  return isText && isCount(detail.index) && detail.index === first.index && detail.model === first.model;
}

/** The format in which details carry a block of the Messages API. Clients already keep details of this format. */
const FORMAT = 'anthropic-claude-v1';
const TEXT = 'reasoning.text';
const ENCRYPTED = 'reasoning.encrypted';

function thoughtState([first]: readonly Fields[]): ThoughtState | undefined {
  if (first?.format !== FORMAT || (first.type !== TEXT && first.type !== ENCRYPTED)) return undefined;
  const { index, model, data, calls_before: calls, text_behind: characters, text_check: check } = first;
  return {
    ...(isCount(index) && { index }),
    ...(!isAbsent(model) && { model }),
    ...(first.type === ENCRYPTED && { data: words(data) }),
    ...(isCount(calls) && calls > 0 && { callsBefore: calls }),
    ...(isCount(characters) && typeof check === 'string' && { behind: { characters, check } }),
  };
}

function writeDetails({ text, signature, state }: ReasoningPart): readonly unknown[] {
  const details = state?.chat?.details;
  if (Array.isArray(details)) return details;
  const { index = 0, model, data, callsBefore = 0, behind }: ThoughtState = state?.messages ?? {};
  return [
    {
      ...(data === undefined
        ? { type: TEXT, text, ...(signature !== undefined && { signature }) }
        : { type: ENCRYPTED, data }),
      format: FORMAT,
      index,
      ...(model !== undefined && { model }),
      ...(callsBefore > 0 && { calls_before: callsBefore }),
      ...(behind !== undefined && { text_behind: behind.characters, text_check: behind.check }),
    },
  ];
}

/** Sorts plain text before blocks, and plain texts in the order of `MEMBERS`. */
function inOrder(parts: ReasoningPart[]): ReasoningPart[] {
  if (parts.length === 1) return parts;
  const rank = ({ state, isBlock }: ReasoningPart) =>
    isBlock === true ? MEMBERS.length : MEMBERS.indexOf(String(state?.chat?.member));
  return parts.sort((one, other) => rank(one) - rank(other));
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
