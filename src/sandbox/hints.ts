import { lookalikeAdvice } from './lookalikes.ts';
import type { ProgramError } from './process/protocol.ts';

/** Advice for a common mistake of models. */
export interface Advice {
  readonly text: string;
  /** True if the program seems to need one of its functions: they should be listed. */
  readonly needsFunctions: boolean;
}

/** Returns undefined if the error speaks for itself. `functions` says how to call each tool. */
export function adviceFor(
  { type, message }: ProgramError,
  lines: readonly string[],
  functions: readonly string[],
): Advice | undefined {
  const found = HINTS.find(({ types, pattern }) => types.includes(type) && pattern.test(message));
  const text = found?.hint(message, lines, functions);
  return text === undefined ? undefined : { text, needsFunctions: found?.needsFunctions === true };
}

interface Hint {
  readonly types: readonly string[];
  readonly pattern: RegExp;
  readonly hint: (message: string, lines: readonly string[], functions: readonly string[]) => string | undefined;
  readonly needsFunctions?: true;
}

const UNDEFINED = /^name '(.*?)' is not defined/;

/** The beginning of a message about the arguments of a built-in function. */
const BUILTIN_CALL = /^(\w+)(?:\(\))? (?:takes|expected|missing|argument|got an unexpected) /;

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
    types: ['TypeError'],
    pattern: /^the JSON object must be str.* not (?:dict|list)$/,
    hint: () => 'the value is already parsed. Use it without json.loads.',
  },
  {
    types: ['TypeError'],
    pattern: BUILTIN_CALL,
    hint: (message, _, functions) => {
      const name = BUILTIN_CALL.exec(message)?.[1] ?? '';
      const isTool = functions.some((each) => each.startsWith(`${name}_(`));
      return isTool ? `${name} is a function of Python. The tool is ${name}_.` : undefined;
    },
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
    types: ['OSError', 'URLError', 'gaierror', 'ConnectionError', 'ConnectionRefusedError'],
    pattern: /Host is unreachable|Name or service|name resolution|urlopen error/,
    hint: () => 'a program has no network. Use a function for that.',
    needsFunctions: true,
  },
  {
    types: ['EOFError'],
    pattern: /^EOF when reading a line/,
    hint: () => 'a program has no input. Write the values into the program.',
  },
  {
    types: ['RuntimeError'],
    pattern: /^can't start new thread/,
    hint: () => 'a program has no threads. Use asyncio.gather to run calls at the same time.',
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
    pattern: UNDEFINED,
    hint: (message) =>
      lookalikeAdvice(UNDEFINED.exec(message)?.[1] ?? '') ?? 'the program must define a name before it uses it.',
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
