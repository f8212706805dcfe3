import { hash } from 'node:crypto';
import {
  type AssistantMessage,
  type Call,
  type Demands,
  isRecord,
  joinedExtra,
  type Message,
  type Part,
  parseJson,
  reasoningIn,
  type ToolMessage,
} from '../../core/index.ts';
import type { Exchange, Item } from './arrangement.ts';
import { stoppedProgram } from './programs.ts';

/**
 * Writes the transcript so that the provider accepts it: every call has a unique id, valid arguments and an outcome
 * right after it, no assistant message is empty, and the provider's own demands are met. The same items always give the
 * same messages, and appending items does not change the earlier messages, so that a cached prefix stays valid. (The
 * exception is a provider that demands all system messages first.)
 */
export function writeTranscript(items: readonly Item[], demands: Demands = {}): readonly Message[] {
  const ids = new CallIds(demands.callIds);
  const written = items.flatMap((item) => (item.kind === 'exchange' ? writeExchange(item, ids) : [item.message]));
  return meet(written.filter(saysSomething), demands);
}

function writeExchange({ assistant, exchanged }: Exchange, ids: CallIds): Message[] {
  const calls = exchanged.map(({ call }) => ({ ...call, id: ids.claim(call), arguments: readable(call) }));
  const results = exchanged.map(({ call, result, waiting }, place): ToolMessage => {
    const callId = calls[place]?.id ?? call.id;
    if (result !== undefined) return { ...result, callId };
    if (waiting !== undefined) return { role: 'tool', callId, content: stoppedProgram(waiting), isError: true };
    return { role: 'tool', callId, content: NOT_PROVIDED };
  });
  return [{ ...assistant, calls }, ...results];
}

const NOT_PROVIDED: readonly Part[] = [{ type: 'text', text: 'not provided by the client' }];

/** Returns arguments that are a JSON object. Many servers parse the arguments of earlier calls and fail on anything else. */
function readable({ arguments: args }: Call): unknown {
  if (typeof args !== 'string') return isRecord(args) ? args : {};
  if (args.trim() === '') return '{}';
  return isRecord(parseJson(args)) ? args : JSON.stringify({ unreadable_arguments: args });
}

/** False for an assistant message without content and calls, which many servers reject. */
function saysSomething(message: Message): boolean {
  if (message.role !== 'assistant' || message.calls.length > 0 || message.extra !== undefined) return true;
  return message.content.some((part) => part.type !== 'text' || part.text.trim() !== '');
}

/** Gives every call a unique id that the provider accepts. The same transcript always gets the same ids. */
class CallIds {
  readonly #used = new Set<string>();
  readonly #accepted: RegExp | undefined;

  constructor(accepted: RegExp | undefined) {
    this.#accepted = accepted;
  }

  claim({ id, name }: Call): string {
    let claimed = id;
    for (let salt = this.#used.size; !this.#isFree(claimed); salt++) claimed = derivedId(`${salt} ${id} ${name}`);
    this.#used.add(claimed);
    return claimed;
  }

  #isFree(id: string): boolean {
    return id !== '' && !this.#used.has(id) && this.#accepted?.test(id) !== false;
  }
}

/** Returns nine letters and digits, the form that the strictest provider demands. */
function derivedId(seed: string): string {
  return hash('sha256', seed, 'hex').slice(0, 9);
}

/** Adapts valid messages to a provider's additional demands. */
export function meet(messages: readonly Message[], demands: Demands): readonly Message[] {
  let met = messages;
  if (demands.systemFirst === true) met = systemFirst(met);
  if (demands.alternatingRoles === true) met = mergeNeighbours(met);
  if (demands.answerAfterOutcomes === true) met = withAnswers(met);
  if (demands.content === true) met = met.map(withContent);
  return met;
}

function systemFirst(messages: readonly Message[]): Message[] {
  const isSystem = ({ role }: Message) => role === 'system' || role === 'developer';
  const content = messages.filter(isSystem).flatMap(markedContent);
  const others = messages.filter((message) => !isSystem(message));
  return content.length === 0 ? others : [{ role: 'system', content }, ...others];
}

/** Returns the content of a message that is merged into another one. The message's cache marker moves to its last part. */
function markedContent({ content, cacheMarker }: Message): readonly Part[] {
  if (cacheMarker === undefined) return content;
  const place = content.findLastIndex(({ type }) => type !== 'reasoning');
  const last = content[place];
  if (last === undefined || last.type === 'wire' || last.type === 'reasoning') return content;
  return content.with(place, { ...last, cacheMarker });
}

function mergeNeighbours(messages: readonly Message[]): Message[] {
  const groups: [Message, ...Message[]][] = [];
  for (const message of messages) {
    const group = groups.at(-1);
    if (group !== undefined && isContinuedBy(group.at(-1), message)) group.push(message);
    else groups.push([message]);
  }
  return groups.map(merge);
}

function isContinuedBy(before: Message | undefined, message: Message): boolean {
  if (before?.role === 'user') return message.role === 'user';
  return before?.role === 'assistant' && message.role === 'assistant' && before.calls.length === 0;
}

/** Merges messages of one role. Only the last one may have calls. */
function merge(group: readonly [Message, ...Message[]]): Message {
  const [first] = group;
  const last = group.at(-1);
  if (last === undefined || last === first) return first;
  const content = group.flatMap(markedContent);
  if (last.role !== 'assistant') return { role: 'user', content, ...joinedExtra(first.extra) };
  return { role: 'assistant', content, calls: last.calls, ...joinedExtra(...group.map(({ extra }) => extra)) };
}

function withAnswers(messages: readonly Message[]): Message[] {
  return messages.flatMap((message, place) => {
    const isLate = message.role === 'user' && messages[place - 1]?.role === 'tool';
    return isLate ? [NOTED, message] : [message];
  });
}

const NOTED: Message = { role: 'assistant', content: [{ type: 'text', text: 'Noted.' }], calls: [] };

function withContent(message: Message): Message {
  const isEmpty = message.content.every(
    (part) => part.type === 'reasoning' || (part.type === 'text' && part.text === ''),
  );
  if (!isEmpty || (message.role === 'assistant' && (message as AssistantMessage).calls.length > 0)) return message;
  return { ...message, content: [...reasoningIn(message.content), { type: 'text', text: '(nothing)' }] };
}
