import { isRecord, type Progress, truncate } from '../core/index.ts';

/** What a tool says of its progress, which may be anything; undefined where no number is in it. */
export function readProgress(said: unknown, redact: (text: string) => string): Progress | undefined {
  const { progress, total, message } = isRecord(said) ? said : {};
  if (!isNumber(progress)) return undefined;
  return {
    progress,
    ...(isNumber(total) && { total }),
    ...(typeof message === 'string' && { message: truncate(redact(message.slice(0, MOST_READ)), MOST_LETTERS, '…') }),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A line to glance at. More is read, so that no half of a secret is left over. */
const MOST_LETTERS = 200;
const MOST_READ = 10_000;
