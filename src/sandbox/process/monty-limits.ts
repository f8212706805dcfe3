import { Monty, type ResourceLimits } from '@pydantic/monty';
import type { ProgramBounds } from './protocol.ts';

/** Returns Monty's own limits for a program. None may be omitted, because Monty has no limit by default. */
export function montyLimits({ computeMs, memoryBytes }: ProgramBounds): ResourceLimits {
  return { maxDurationSecs: computeMs / 1_000, maxMemory: memoryBytes, maxRecursionDepth: MOST_CALLS };
}

const MOST_CALLS = 200; // deeper recursion needs more native stack than the process has

/** Runs a program against each limit. Returns why the engine cannot be used, or undefined if every limit holds. */
export function proveLimits(): string | undefined {
  const limits = montyLimits({ computeMs: 2, memoryBytes: 1_000_000, outputBytes: 0, calls: 0 });
  const broken = PROOFS.find(([error, code]) => errorOf(code, limits) !== error);
  return broken && `The limit that ends a program with ${broken[0]} does not work in this version of Monty.`;
}

const PROOFS = [
  ['TimeoutError', 'while True:\n    pass'],
  ['MemoryError', "x = 'a' * 10**9"],
  ['RecursionError', 'def f(n):\n    return f(n + 1)\nf(0)'],
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
