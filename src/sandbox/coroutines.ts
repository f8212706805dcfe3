import type { Program } from './program.ts';

/** Names the coroutines that a program shows or drops instead of awaiting them; undefined if there are none. */
export function awaitAdvice(shown: string, { source }: Program): string | undefined {
  if (!source.includes('async')) return undefined;
  const names = new Set([...shown.matchAll(UNAWAITED)].map(([, created, dropped]) => created ?? dropped ?? ''));
  if (names.size === 0) return undefined;
  const calls = [...names].slice(0, MOST_NAMES).map((name) => `result = await ${name}(...)`);
  return `write await before the call: ${calls.join(', ')}.`;
}

const UNAWAITED = /<coroutine object ([\w.]{1,60})|coroutine '([\w.]{1,60})' was never awaited/g;
const MOST_NAMES = 3;
