import type { ProgramError } from './process/protocol.ts';

/** Advice for a common mistake of models. */
export interface Advice {
  readonly text: string;
  /** True if the program seems to need one of its functions: they should be listed. */
  readonly needsFunctions: boolean;
}

/** Returns undefined if the error speaks for itself. */
export function adviceFor({ type, message }: ProgramError, lines: readonly string[]): Advice | undefined {
  const found = HINTS.find(({ types, pattern }) => types.includes(type) && pattern.test(message));
  const text = found?.hint(message, lines);
  return text === undefined ? undefined : { text, needsFunctions: found?.needsFunctions === true };
}

interface Hint {
  readonly types: readonly string[];
  readonly pattern: RegExp;
  readonly hint: (message: string, lines: readonly string[]) => string | undefined;
  readonly needsFunctions?: true;
}

const HINTS: readonly Hint[] = [
  {
    types: ['TypeError', 'AttributeError', 'RuntimeWarning'],
    pattern: /coroutine/,
    hint: () => 'write await before the call: result = await tool(...).',
  },
  {
    types: ['TypeError', 'AttributeError'],
    pattern: /NoneType/,
    hint: () => 'a value is None. Print it to see which call returned nothing.',
  },
  {
    types: ['TypeError'],
    pattern: /string indices must be integers|str.*(?:not subscriptable|indices)/,
    hint: () => 'the value is text, not a dict. Print it to see what it is.',
  },
  {
    types: ['TypeError'],
    pattern: /list indices must be integers/,
    hint: () => 'the value is a list. Use value[0], or a loop over its items.',
  },
  {
    types: ['TypeError'],
    pattern: /'(?:int|float|bool)' object is not (?:subscriptable|iterable)/,
    hint: () => 'the value is a single number. Use it as it is, without [...].',
  },
  {
    types: ['KeyError'],
    pattern: /^/,
    hint: () => 'the dict has no such key. Print the value to see its keys.',
  },
  {
    types: ['ModuleNotFoundError', 'ImportError'],
    pattern: /^/,
    hint: () => 'only the standard library is available. Tools need no import.',
    needsFunctions: true,
  },
  {
    types: ['PermissionError', 'FileNotFoundError', 'OSError'],
    pattern: /\[Errno|No such file|not permitted|socket/, // a rule that denies a tool also raises PermissionError
    hint: () =>
      'a program has no files, no processes, no network and no environment variables. Use a function for that.',
    needsFunctions: true,
  },
  {
    types: ['NameError'],
    pattern: /^name '.*' is not defined/,
    hint: () => 'the program must define a name before it uses it.',
    needsFunctions: true,
  },
  {
    types: ['SyntaxError', 'IndentationError', 'TabError'],
    pattern: /^/,
    hint: (_, lines) => (lines.some((line) => line.includes('\t')) ? 'indent with spaces only.' : undefined),
  },
  {
    types: ['RecursionError'],
    pattern: /^/,
    hint: () => 'a function calls itself too often, or without end. Use a loop.',
  },
];
