import type { Program } from '../../src/sandbox/program.ts';

/** Returns a program that may call one tool: as `tool`, or as `tool_later`, which returns an awaitable. */
export function programOf(code: string): Program {
  return { source: code, code, functions: [{ value: 'tool', awaitable: 'tool_later', path: 'tool' }], lacks: [] };
}

/** Time after which the next process of Pyodide is ready. */
export const PREPARING_MS = 600;
