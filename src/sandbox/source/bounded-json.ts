import { isRecord, truncate, withoutHidden } from '../../core/index.ts';

/**
 * Writes a value as JSON of at most about `most` characters. Items beyond that length, and values nested too deeply, become `…`.
 */
export function boundedJson(value: unknown, most: number): string {
  return withoutHidden(truncate(write(value, { left: most }, MOST_LEVELS), most, '…'));
}

const MOST_LEVELS = 20;

interface Budget {
  /** The number of characters that may still be written. */
  left: number;
}

function write(value: unknown, budget: Budget, levels: number): string {
  if (typeof value === 'object' && value !== null && levels === 0) return '…';
  if (Array.isArray(value)) return `[${writeAll(value, budget, (item) => write(item, budget, levels - 1))}]`;
  if (!isRecord(value)) {
    const text = JSON.stringify(typeof value === 'string' ? value.slice(0, budget.left) : value) ?? 'null';
    budget.left -= text.length;
    return text;
  }
  const writeMember = (name: string) => `${write(name, budget, 0)}:${write(value[name], budget, levels - 1)}`;
  return `{${writeAll(
    Object.keys(value).filter((name) => value[name] !== undefined),
    budget,
    writeMember,
  )}}`;
}

function writeAll<T>(items: readonly T[], budget: Budget, writeOne: (item: T) => string): string {
  const written: string[] = [];
  for (const item of items) {
    budget.left--;
    written.push(budget.left > 0 ? writeOne(item) : '…');
    if (budget.left <= 0) break;
  }
  return written.join(',');
}
