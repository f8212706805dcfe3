import { isRecord } from '../core/index.ts';

/**
 * Redacts secrets in plain data: in strings, in property names, and in numbers that equal a secret. The structure, true,
 * false and null are kept.
 */
export function withoutSecrets(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return hideNumber(value, redact);
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redact));
  if (!isRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const shown = BLOCK_NAMES.has(name) ? name : redact(name);
    return [shown, withoutSecrets(member, redact)] as const;
  });
  return Object.fromEntries(members);
}

/** Property names of content blocks. They are never redacted, because readers need them to recognise a block. */
const BLOCK_NAMES: ReadonlySet<string> = new Set([
  'type',
  'text',
  'mimeType',
  'data',
  'url',
  'uri',
  'resource',
  'blob',
  'extra',
]);

/** Redacts a number only if all of it is a secret: a longer number may contain the same digits by chance. */
function hideNumber(value: number, redact: (text: string) => string): unknown {
  const written = String(value);
  const shown = redact(written);
  return /\d/.test(shown) ? value : shown;
}
