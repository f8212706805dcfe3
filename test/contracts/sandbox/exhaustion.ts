import type { EngineName } from './fixture.ts';

/** A program that tries to take more than it may. Its calls are answered with null. */
export interface Hog {
  readonly code: string;
  /** How it must end in each engine: the types of the errors that may end it; `finished` if it must end by itself. */
  readonly ends: Readonly<Record<EngineName, readonly string[]>>;
}

const both = (...ends: readonly string[]) => ({ monty: ends, pyodide: ends });
const TIME = both('TimeoutError');
const MEMORY = both('MemoryError');
const UNKNOWN_CALL = { monty: ['TypeError'], pyodide: ['NameError'] }; // only Monty has functions of these names
/** Monty reaches its memory limit or its time limit first, depending on the speed of the machine. */
const FULL_OR_LATE = { monty: ['MemoryError', 'TimeoutError'], pyodide: ['TimeoutError'] };

export const HOGS: Readonly<Record<string, Hog>> = {
  'loops without end': { code: 'while True:\n    pass', ends: TIME },
  'catches everything in an endless loop': {
    code: 'while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass',
    ends: TIME,
  },
  'prints without end': { code: 'while True:\n    print("x" * 1000)', ends: FULL_OR_LATE },
  'prints 1,000,000,000 lines': { code: 'for n in range(10**9):\n    print(n)', ends: FULL_OR_LATE },
  'prints one text of a gigabyte': { code: 'print("x" * 10**9)', ends: MEMORY },
  'recurses without end': { code: 'def f(n):\n    return f(n + 1)\nf(0)', ends: both('RecursionError') },
  'recurses and catches the error': {
    code: 'def f():\n    try:\n        f()\n    except RecursionError:\n        f()\nf()',
    ends: TIME,
  },
  'builds a list without end': { code: 'x = []\nwhile True:\n    x.append("a" * 100_000 + str(len(x)))', ends: MEMORY },
  'doubles a text': { code: 'x = "ab"\nwhile True:\n    x = x + x', ends: MEMORY },
  'multiplies a text': { code: 'x = "a" * 10**10', ends: { monty: ['MemoryError'], pyodide: ['OverflowError'] } },
  'multiplies a list': { code: 'x = [0] * 10**10', ends: { monty: ['MemoryError'], pyodide: ['OverflowError'] } },
  'computes a giant power': { code: 'x = 10**10**8', ends: { monty: ['MemoryError'], pyodide: ['TimeoutError'] } },
  'computes a giant shift': { code: 'x = 1 << 10**11', ends: { monty: ['MemoryError'], pyodide: ['OverflowError'] } },
  'writes a giant number': { code: 'x = str(7**10**6)', ends: both('ValueError') },
  'computes a factorial': { code: 'x = 1\nfor n in range(1, 10**9):\n    x = x * n', ends: TIME },
  'matches a catastrophic pattern': {
    code: 'import re\nre.match("(a+)+$", "a" * 40 + "b")',
    ends: { monty: ['finished'], pyodide: ['TimeoutError'] },
  },
  'matches a pattern over a large text': {
    code: 'import re\nre.match("(.*)*=", "x" * 100_000)',
    ends: { monty: ['finished'], pyodide: ['TimeoutError'] },
  },
  'parses deeply nested JSON': {
    code: 'import json\njson.loads("[" * 200_000 + "]" * 200_000)',
    ends: { monty: ['JSONDecodeError'], pyodide: ['RecursionError'] },
  },
  'builds deeply nested data and returns it': {
    code: 'x = []\nfor n in range(100_000):\n    x = [x]\nx',
    ends: both('finished'),
  },
  'passes deeply nested data to a tool': {
    code: 'x = []\nfor n in range(100_000):\n    x = [x]\na(x)',
    ends: { monty: ['TypeError'], pyodide: ['RecursionError'] },
  },
  'passes data that contains itself to a tool': {
    code: 'x = []\nx.append(x)\na(x)',
    ends: { monty: ['finished'], pyodide: ['TypeError'] },
  },
  'returns data that contains itself': { code: 'x = []\nx.append(x)\nx', ends: both('finished') },
  'returns a large value': { code: '["x" * 1000 for n in range(10_000)]', ends: both('finished') },
  'passes a large value to a tool': {
    code: 'a("x" * 30_000_000)',
    // Monty's process copies the value before its length is checked. The watchdog sees the copies if it looks in time.
    ends: { monty: ['MemoryError', 'TypeError'], pyodide: ['MemoryError'] },
  },
  'calls tools without end': { code: 'while True:\n    a()', ends: both('RuntimeError') },
  'calls tools without end and catches the errors': {
    code: 'while True:\n    try:\n        a()\n    except Exception:\n        pass',
    ends: FULL_OR_LATE,
  },
  'starts calls and never awaits them': {
    code: 'for n in range(100_000):\n    a_later(n)',
    ends: both('RuntimeError'),
  },
  'waits for a call that it has not made': {
    code: '__wait(999)',
    ends: UNKNOWN_CALL,
  },
  'waits for a call without a number': { code: '__wait(float("nan"))', ends: UNKNOWN_CALL },
  'waits for nothing': { code: '__wait()', ends: UNKNOWN_CALL },
  'waits twice for one call': {
    code: 'n = __start("a", (), {})\n__wait(n)\n__wait(n)',
    ends: UNKNOWN_CALL,
  },
  'calls a number as a tool': { code: '__start(5, (), {})', ends: UNKNOWN_CALL },
  'calls a tool with malformed arguments': { code: '__start("a", 5, {})', ends: UNKNOWN_CALL },
  'sorts forever': { code: 'x = list(range(10**5))\nwhile True:\n    x.sort(key=lambda n: -n)', ends: TIME },
  'is a very long expression': {
    code: `${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    ends: both('SyntaxError'),
  },
  'is a very long sum': {
    code: `x = ${'1 + '.repeat(12_000)}1\nx`,
    ends: { monty: ['SyntaxError'], pyodide: ['RecursionError'] },
  },
};
