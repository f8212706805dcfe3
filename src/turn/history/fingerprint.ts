import { hash } from 'node:crypto';
import { type Call, isRecord, type Part, parseJson, textOf, wordsOf } from '../../core/index.ts';
import { isLongSince, pause } from '../../pause.ts';
import type { Item } from './arrangement.ts';

/**
 * Returns the hash of every prefix of a transcript: `prefixes[n]` is the hash of the first n items. The hash ignores whatever
 * clients commonly change: ids, whitespace around a text, how a text is divided into parts, the formatting of arguments, wire
 * extras, and system messages, because many clients put the current date there. Pauses if the transcript is large.
 */
export async function prefixesOf(items: readonly Item[]): Promise<string[]> {
  let last = NOTHING;
  const prefixes = [last];
  let startedAt = performance.now();
  for (const item of items) {
    if (isLongSince(startedAt)) {
      await pause();
      startedAt = performance.now();
    }
    if (!isSystem(item)) last = digest(`${last}\n${JSON.stringify(essence(item))}`);
    prefixes.push(last);
  }
  return prefixes;
}

/** Returns the hash of a text that the client received, without the whitespace around it. */
export function textHash(text: string): string {
  return digest(text.trim());
}

/** Returns the arguments as JSON text with sorted keys and no extra whitespace. A text that `parseJson` refuses is kept. */
export function canonicalArguments({ arguments: args }: Pick<Call, 'arguments'>): string {
  if (typeof args !== 'string') return JSON.stringify(args ?? {}, inOrder);
  if (args.trim() === '') return '{}';
  const value = parseJson(args);
  return value === undefined ? args : JSON.stringify(value, inOrder);
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
  const written = wordsOf(content).trim();
  const words = written.length > LONG_TEXT ? { digest: digest(written) } : written;
  const others = content.filter(({ type }) => type !== 'text' && type !== 'reasoning');
  return others.length === 0 ? [words] : [words, others.map((part) => digest(JSON.stringify(part)))];
}

function digest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, DIGEST_LENGTH);
}

/** A longer text is hashed by itself, because it would take as long again to write it as JSON. */
const LONG_TEXT = 1024 * 1024;
const NOTHING = hash('sha256', '', 'base64url').slice(0, 22);
const DIGEST_LENGTH = 22; // 132 bits, so a collision is practically impossible
