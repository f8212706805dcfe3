/** Programs that try to take more than they may. `ends` says how each must end; `calls` are answered with null. */
export interface Hog {
  readonly code: string;
  /** The types of the errors that may end it; `finished` if it must end by itself. */
  readonly ends: readonly string[];
}

const TIME = ['TimeoutError'];
const MEMORY = ['MemoryError'];

export const HOGS: Readonly<Record<string, Hog>> = {
  'loops without end': { code: 'while True:\n    pass', ends: TIME },
  'catches everything in an endless loop': {
    code: 'while True:\n    try:\n        while True:\n            pass\n    except BaseException:\n        pass',
    ends: TIME,
  },
  'prints without end': { code: 'while True:\n    print("x" * 1000)', ends: [...TIME, ...MEMORY] },
  'prints 1,000,000,000 lines': { code: 'for n in range(10**9):\n    print(n)', ends: [...TIME, ...MEMORY] },
  'prints one text of a gigabyte': { code: 'print("x" * 10**9)', ends: MEMORY },
  'recurses without end': { code: 'def f(n):\n    return f(n + 1)\nf(0)', ends: ['RecursionError'] },
  'recurses and catches the error': {
    code: 'def f():\n    try:\n        f()\n    except RecursionError:\n        f()\nf()',
    ends: [...TIME, 'RecursionError', 'finished', 'SystemError'],
  },
  'builds a list without end': { code: 'x = []\nwhile True:\n    x.append("a" * 100_000 + str(len(x)))', ends: MEMORY },
  'doubles a text': { code: 'x = "ab"\nwhile True:\n    x = x + x', ends: MEMORY },
  'multiplies a text': { code: 'x = "a" * 10**10', ends: [...MEMORY, 'OverflowError'] },
  'multiplies a list': { code: 'x = [0] * 10**10', ends: [...MEMORY, 'OverflowError'] },
  'computes a giant power': { code: 'x = 10**10**8', ends: [...MEMORY, ...TIME] },
  'computes a giant shift': { code: 'x = 1 << 10**11', ends: [...MEMORY, ...TIME, 'OverflowError'] },
  'writes a giant number': { code: 'x = str(7**10**6)', ends: [...MEMORY, ...TIME, 'ValueError'] },
  'computes a factorial': { code: 'x = 1\nfor n in range(1, 10**9):\n    x = x * n', ends: [...TIME, ...MEMORY] },
  'matches a catastrophic pattern': {
    code: 'import re\nre.match("(a+)+$", "a" * 40 + "b")',
    ends: [...TIME, 'finished'],
  },
  'matches a pattern over a large text': {
    code: 'import re\nre.match("(.*)*=", "x" * 100_000)',
    ends: [...TIME, 'finished', 'RuntimeError', 'PatternError'],
  },
  'parses deeply nested JSON': {
    code: 'import json\njson.loads("[" * 200_000 + "]" * 200_000)',
    ends: ['RecursionError', 'JSONDecodeError', 'ValueError', 'MemoryError'],
  },
  'builds deeply nested data and returns it': {
    code: 'x = []\nfor n in range(100_000):\n    x = [x]\nx',
    ends: ['finished', 'RecursionError', 'MemoryError'],
  },
  'passes deeply nested data to a tool': {
    code: 'x = []\nfor n in range(100_000):\n    x = [x]\na(x)',
    ends: ['TypeError', 'ValueError', 'RecursionError', 'MemoryError'],
  },
  'passes data that contains itself to a tool': {
    code: 'x = []\nx.append(x)\na(x)',
    ends: ['TypeError', 'ValueError', 'RecursionError', 'finished'],
  },
  'returns data that contains itself': { code: 'x = []\nx.append(x)\nx', ends: ['finished'] },
  'returns a large value': { code: '["x" * 1000 for n in range(10_000)]', ends: ['finished'] },
  'passes a large value to a tool': { code: 'a("x" * 30_000_000)', ends: ['TypeError', 'ValueError', ...MEMORY] },
  'calls tools without end': { code: 'while True:\n    a()', ends: ['RuntimeError', ...TIME] },
  'calls tools without end and catches the errors': {
    code: 'while True:\n    try:\n        a()\n    except Exception:\n        pass',
    ends: [...TIME, ...MEMORY],
  },
  'starts calls and never awaits them': {
    code: 'for n in range(100_000):\n    a_later(n)',
    ends: ['finished', 'RuntimeError', ...TIME],
  },
  'waits for a call that it has not made': {
    code: '__wait(999)',
    ends: ['TypeError', 'NameError'],
  },
  'waits for a call without a number': { code: '__wait(float("nan"))', ends: ['TypeError', 'NameError'] },
  'waits for nothing': { code: '__wait()', ends: ['TypeError', 'NameError'] },
  'waits twice for one call': {
    code: 'n = __start("a", (), {})\n__wait(n)\n__wait(n)',
    ends: ['TypeError', 'NameError'],
  },
  'calls a number as a tool': { code: '__start(5, (), {})', ends: ['TypeError', 'NameError'] },
  'calls a tool with malformed arguments': { code: '__start("a", 5, {})', ends: ['TypeError', 'NameError'] },
  'sorts forever': { code: 'x = list(range(10**5))\nwhile True:\n    x.sort(key=lambda n: -n)', ends: TIME },
  'is a very long expression': {
    code: `${'('.repeat(5_000)}1${')'.repeat(5_000)}`,
    ends: ['SyntaxError', 'MemoryError', 'RecursionError', 'finished'],
  },
  'is a very long sum': {
    code: `x = ${'1 + '.repeat(12_000)}1\nx`,
    ends: ['finished', 'RecursionError', 'SyntaxError', 'MemoryError'],
  },
};
