import type { z } from 'zod';
import { nearest } from '../core/index.ts';
import { fewWords, holdsSecret, type Outline, outlineAt, type Path } from './outline.ts';

/** What is wrong with a value, in words: what was expected and what was found, or what the schema itself says. */
export function wrongWith(issue: z.core.$ZodIssue, value: unknown, path: Path): string {
  if (value === undefined) return 'is missing';
  if (issue.code === 'custom' || issue.code === 'invalid_format') return issue.message;
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? 'is not a usable name';
  if (issue.code === 'too_small' && issue.origin === 'string') {
    return issue.minimum === 1 ? 'must not be empty' : `must have at least ${issue.minimum} characters`;
  }
  const at = outlineAt(path) ?? {};
  const range = issue.code === 'invalid_type' ? '' : ` from ${at.minimum} to ${at.maximum}`;
  const expected = at.type === 'integer' ? `a whole number${range}` : expectation(at);
  const isShown = !mayBeSecret(path) || isNearlyOneOf(at.enum, value);
  return `expected ${expected}, got ${isShown ? shown(value) : typeName(value)}`;
}

/** A slip of the pen is no secret. */
function isNearlyOneOf(words: readonly unknown[] = [], value: unknown): boolean {
  return typeof value === 'string' && nearest(value, words.map(String)) !== undefined;
}

/** Foreign text, short enough for one line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text);
}

const MOST_LETTERS = 40;

/** Beside a secret anything may be one, written in the wrong place: `"args": "--token …"`. */
export function mayBeSecret([setting = '']: Path): boolean {
  const whole = outlineAt([setting]);
  return whole === undefined || holdsSecret(whole);
}

function expectation(at: Outline): string {
  const words = fewWords(at);
  if (words !== undefined) return either(words.map((word) => JSON.stringify(word)));
  if (at.anyOf !== undefined && at.type === undefined)
    return either(at.anyOf.map((form) => (typeof form === 'object' ? expectation(form) : '')));
  switch (at.type) {
    case 'boolean':
      return 'true or false';
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'array':
      return 'a list';
    default:
      return 'an object';
  }
}

function either(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  return typeof value === 'object' ? typeName(value) : String(value);
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return String(value);
    default:
      return 'an object';
  }
}
