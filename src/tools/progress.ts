import { isRecord, type Progress, truncate } from '../core/index.ts';

/** Reads a progress report from a tool, which may be any value. Undefined if it has no progress number. */
export function readProgress(said: unknown, redact: (text: string) => string): Progress | undefined {
  const { progress, total, message } = isRecord(said) ? said : {};
  if (!isNumber(progress)) return undefined;
  return {
    progress,
    ...(isNumber(total) && { total }),
    ...(typeof message === 'string' && { message: truncate(redact(message.slice(0, MOST_READ)), MAX_CHARACTERS, '…') }),
  };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Characters of a progress message that are kept. More is read, so that truncation cannot leave half a secret. */
const MAX_CHARACTERS = 200;
const MOST_READ = 10_000;
