import { isRecord } from '../core/index.ts';

/**
 * Plain data without secrets: in its texts, in the names of its members, and where a number is one. What JSON says by its
 * form stays: the shape, true, false and null.
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

/** What blocks are made of: without these names nobody could read one. */
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

/** A longer number may have the same digits in it by chance. */
function hideNumber(value: number, redact: (text: string) => string): unknown {
  const written = String(value);
  const shown = redact(written);
  return /\d/.test(shown) ? value : shown;
}
