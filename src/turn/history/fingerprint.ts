import { hash } from 'node:crypto';
import { type Call, isRecord, type Part, textOf, wordsOf } from '../../core/index.ts';
import type { Item } from './arrangement.ts';

/**
 * The hash of every prefix of a transcript: `prefixes[n]` stands for the first n items. What clients change on the way
 * does not count: ids, white space around a text, a string or a list of one, the spelling of arguments, wire extras, and
 * the system's words, in which many clients tell today's date.
 */
export function prefixesOf(items: readonly Item[]): string[] {
  let last = NOTHING;
  const prefixes = [last];
  for (const item of items) {
    if (!isSystem(item)) last = digest(`${last}\n${JSON.stringify(essence(item))}`);
    prefixes.push(last);
  }
  return prefixes;
}

/** The hash of a text that a client saw. */
export function textHash(text: string): string {
  return digest(text.trim());
}

/** Arguments as one text, however they were spaced and ordered. */
export function canonicalArguments({ arguments: args }: Pick<Call, 'arguments'>): string {
  if (typeof args !== 'string') return JSON.stringify(args ?? {}, inOrder);
  if (args.trim() === '') return '{}';
  try {
    return JSON.stringify(JSON.parse(args), inOrder);
  } catch {
    return args;
  }
}

function inOrder(_name: string, value: unknown): unknown {
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isSystem(item: Item): boolean {
  return item.kind === 'message' && (item.message.role === 'system' || item.message.role === 'developer');
}

function essence(item: Item): unknown[] {
  if (item.kind === 'message') {
    const { role, content } = item.message;
    return [role, ...essenceOf(content)];
  }
  const exchanged = item.exchanged.map(({ call, result }) => [
    call.name,
    canonicalArguments(call),
    result === undefined ? null : textOf(result.content).trim(),
  ]);
  return ['exchange', ...essenceOf(item.assistant.content), exchanged];
}

function essenceOf(content: readonly Part[]): unknown[] {
  const words = wordsOf(content).trim();
  const others = content.filter(({ type }) => type !== 'text' && type !== 'reasoning');
  return others.length === 0 ? [words] : [words, others.map((part) => digest(JSON.stringify(part)))];
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

const NOTHING = hash('sha256', '', 'base64url').slice(0, 22);
const DIGEST_LENGTH = 22; // 132 bits: nobody finds two transcripts with one hash
