import { Monty, type ResourceLimits } from '@pydantic/monty';
import type { ProgramBounds } from './protocol.ts';

/**
 * Returns Monty's own limits for a program. None may be omitted, because Monty has no limit by default. Monty's clock also runs
 * while the program waits, so it can only limit the total time. The watchdog limits the processor time.
 */
export function montyLimits({ totalMs, memoryBytes }: Pick<ProgramBounds, 'totalMs' | 'memoryBytes'>): ResourceLimits {
  return { maxDurationSecs: totalMs / 1_000, maxMemory: memoryBytes, maxRecursionDepth: MOST_RECURSION };
}

const MOST_RECURSION = 200; // deeper recursion needs more native stack than the process has

/** Runs a program against each limit. Returns why the engine cannot be used, or undefined if every limit holds. */
export function proveLimits(): string | undefined {
  for (const { error, code, totalMs } of PROOFS)
    if (errorOf(code, montyLimits({ totalMs, memoryBytes: 1_000_000 })) !== error)
      return `The limit that ends a program with ${error} does not work in this version of Monty.`;
  return process.cpuUsage().user > 0 ? undefined : 'The processor time of a program cannot be measured here.';
}

const LONG_MS = 5_000; // a busy machine must not turn a proof into a timeout
const PROOFS = [
  { error: 'TimeoutError', code: 'while True:\n    pass', totalMs: 2 },
  { error: 'MemoryError', code: "x = 'a' * 10**9", totalMs: LONG_MS },
  { error: 'RecursionError', code: 'def f(n):\n    return f(n + 1)\nf(0)', totalMs: LONG_MS },
] as const;

function errorOf(code: string, limits: ResourceLimits): string | undefined {
  try {
    new Monty(code).start({ limits });
    return undefined;
  } catch (error) {
    return typeNameOf(error);
  }
}

/** Returns the Python type of an error that Monty threw; undefined for any other error. */
export function typeNameOf(error: unknown): string | undefined {
  const exception: unknown = error instanceof Error ? Reflect.get(error, 'exception') : undefined;
  const name: unknown = Reflect.get(Object(exception), 'typeName');
  return typeof name === 'string' ? name : undefined;
}
