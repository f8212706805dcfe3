import { describe, expect, test } from 'vitest';
import type { ProgramError } from './process/protocol.ts';
import type { Program, ProgramEnd } from './program.ts';
import { reportOf } from './report.ts';

type Ended = Extract<ProgramEnd, { kind: 'finished' | 'failed' }>;
type Failed = Extract<Ended, { kind: 'failed' }>;

const source = 'x = 1\ndef f():\n    return files.read(path=1)\nf()';
const program: Program = {
  source,
  code: source,
  functions: [{ value: '__tool_0', awaitable: '__later_0', path: 'files.read' }],
  lacks: [],
};
const about = { program, engine: 'monty', output: { stdout: '', stderr: '' }, callCount: 0, unawaited: [] } as const;

const finished = (more: Partial<Extract<Ended, { kind: 'finished' }>> = {}) =>
  reportOf({ ...about, kind: 'finished', result: undefined, ...more });
const failed = (error: Partial<ProgramError>, more: Partial<Failed> = {}) =>
  reportOf({
    ...about,
    kind: 'failed',
    error: { type: 'ValueError', message: '', frames: [], ...error },
    lastResults: [],
    ...more,
  });
const printed = (stdout: string, stderr = '') => ({ output: { stdout, stderr } });

describe('The report of a program that ended without an error', () => {
  test('The report of a finished program has the printed text, or the value of the last line', () => {
    expect(finished(printed('a\nb\n'))).toEqual({ text: 'a\nb', isError: false });
    expect(finished({ result: { kind: 'json', json: '{"a":1}' } }).text).toBe('{"a":1}');
    expect(finished({ result: { kind: 'json', json: '"a\\nb"' } }).text).toBe('a\nb');
    expect(finished({ result: { kind: 'repr', text: '<object>' } }).text).toBe('<object>');
  });

  test('The report separates the printed text, the text on stderr, and the value of the last line', () => {
    const { text } = finished({ ...printed('out\n', 'warned\n'), result: { kind: 'json', json: '7' } });
    expect(text).toBe("out\n\nstderr:\nwarned\n\nThe last line's value: 7");
  });

  test('An empty output is explained, and is no error', () => {
    const { text, isError } = finished(printed(' \n'));
    expect(text).toMatch(/^The program ended without an error\. It printed nothing.*print\(result\)/);
    expect(isError).toBe(false);
  });

  test('If a program printed only None, the report says to print the variable that has the result', () => {
    expect(finished(printed('None\nNone\n')).text).toMatch(/^None\nNone\n\nThe program printed only None/);
  });

  test('Calls that never ran because the program did not wait for them are named', () => {
    const call = { call: 0, path: 'files.read', args: [], named: [] };
    expect(finished({ ...printed('x'), unawaited: [call, call] }).text).toMatch(
      /^x\n\nThese calls never ran.*: files\.read\. Write await before each call\.$/,
    );
  });

  test('Coroutines that are shown or dropped are named once, without internal names', () => {
    const asynchronous = { ...program, source: 'async def f(): ...' };
    const hint = (...calls: string[]) =>
      `Hint: write await before the call: ${calls.map((call) => `result = await ${call}(...)`).join(', ')}.`;
    const report = (stdout: string, stderr = '') =>
      finished({ ...printed(stdout, stderr), program: asynchronous }).text;
    const list = '[<coroutine object f>, <coroutine object f at 0x1>]';
    expect(report(list)).toBe(`${list}\n\n${hint('f')}`);
    expect(report('<coroutine object __gather>')).toBe(
      `<coroutine object asyncio.gather>\n\n${hint('asyncio.gather')}`,
    );
    expect(report("<function '__tool_0' at 0x1> __tool_0")).toBe("<function 'files.read' at 0x1> __tool_0");
    expect(report('', "line 3: RuntimeWarning: coroutine 'A.f' was never awaited")).toContain(hint('A.f'));
    const result = { kind: 'json', json: '["<coroutine object f>"]' } as const;
    expect(finished({ result, program: asynchronous }).text).toContain(hint('f'));
    expect(finished({ result }).text).not.toContain('Hint'); // the program has no coroutines: a tool returned the text
  });

  test('Notes of the gateway follow the output', () => {
    expect(finished({ ...printed('x'), program: { ...program, notes: ['A note.'] } }).text).toBe('x\n\nA note.');
  });
});

describe('The report of a failed program', () => {
  test('The report of a failed program has the lines that lead to the error, and names tools as the program does', () => {
    const { text, isError } = failed({
      type: 'RuntimeError',
      message: '__tool_0() and __later_0() failed',
      frames: [{ line: 4 }, { line: 3, function: 'f' }],
    });
    expect(isError).toBe(true);
    expect(text).toBe(
      [
        'The program failed:',
        '  line 4: f()',
        '  line 3, in f: return files.read(path=1)',
        'RuntimeError: files.read() and files.read() failed',
      ].join('\n'),
    );
  });

  test('A long traceback and a long message are shortened', () => {
    const frames = Array.from({ length: 30 }, () => ({ line: 1 }));
    const { text } = failed({ message: 'x'.repeat(100_000), frames });
    expect(text).toContain('… 24 more lines …');
    expect(text.length).toBeLessThan(6_000);
  });

  test.each<[string, string, RegExp]>([
    ['TypeError', "'coroutine' object is not subscriptable", /await before the call/],
    ['AttributeError', "'NoneType' object has no attribute 'x'", /a value is None/],
    ['TypeError', "string indices must be integers, not 'str'", /text, not a dict/],
    ['TypeError', 'list indices must be integers or slices, not str', /value\[0\]/],
    ['TypeError', "'int' object is not subscriptable", /a single number/],
    ['KeyError', "'price'", /no such key/],
    ['ModuleNotFoundError', "No module named 'numpy'", /only the standard library/],
    ['FileNotFoundError', '[Errno 44] No such file or directory', /no files, no processes, no network/],
    ['RecursionError', 'maximum recursion depth exceeded', /Use a loop/],
    ['TypeError', 'the JSON object must be str, bytes or bytearray, not dict', /already parsed/],
    ['RuntimeError', "can't start new thread", /no threads\. Use asyncio\.gather/],
    ['EOFError', 'EOF when reading a line', /no input/],
    ['URLError', '<urlopen error [Errno 23] Host is unreachable>', /no network\. Use a function/],
    ['OSError', '[Errno 23] Host is unreachable', /no network\. Use a function/],
    ['gaierror', '[Errno -2] Name or service not known', /no network\. Use a function/],
  ])('The report of the error %s with the message %j has a hint', (type, message, hint) => {
    expect(failed({ type, message }).text).toMatch(new RegExp(`\nHint: .*${hint.source}`));
  });

  test('The functions are listed if the program seems to need one of them, and at most ten', () => {
    const report = (type: string, message: string, count: number) => {
      const ended = { ...about, kind: 'failed', error: { type, message, frames: [] }, lastResults: [] } as const;
      return reportOf(
        ended,
        Array.from({ length: count }, (_, n) => `run_${n}(command: str) -> str`),
      ).text;
    };
    const refused = report('OSError', '[Errno 138] a program cannot start processes', 1);
    expect(refused).toMatch(/Use a function for that\.\nFunctions of the program:\n {2}run_0\(command: str\) -> str$/);
    expect(report('NameError', "name 'run' is not defined", 12)).toMatch(
      / {2}run_9.*\n {2}… and 2 more: help\(\) lists them$/,
    );
    expect(report('ModuleNotFoundError', "No module named 'x'", 0)).not.toContain('Functions');
    expect(report('ValueError', 'x', 3)).not.toContain('Functions');
  });

  test.each([
    ["name 'list_\u043erders' is not defined", '"\u043e" is U+043E, not the letter o. Write list_orders.'],
    [
      "name '\u0441\u0430t\u0430' is not defined. Did you mean: 'data'?",
      '"\u0441" is U+0441, not the letter c; "\u0430" is U+0430, not the letter a. Write cata.',
    ],
    ["name 'donn\u00e9es' is not defined", 'the program must define a name before it uses it.'],
  ])('The error %j names the letters that imitate others, if there are any', (message, hint) => {
    expect(failed({ type: 'NameError', message }).text).toContain(`\nHint: ${hint}`);
  });

  test('The error of a built-in function names the tool that has its name, if there is one', () => {
    const report = (message: string) =>
      reportOf({ ...about, kind: 'failed', error: { type: 'TypeError', message, frames: [] }, lastResults: [] }, [
        'list_(path: str) -> Any',
      ]).text;
    for (const message of ['list() takes no keyword arguments', 'list expected at most 1 argument, got 2']) {
      expect(report(message)).toContain('\nHint: list is a function of Python. The tool is list_.');
    }
    expect(report('set() takes no keyword arguments')).not.toContain('Hint');
  });

  test('A failed connection of a tool gets no hint about the network', () => {
    expect(failed({ type: 'RuntimeError', message: 'Host is unreachable' }).text).not.toContain('Hint');
  });

  test('The error of a call that a rule denies gets no hint about files', () => {
    const message = 'The call to "files__read_file" was not allowed: only /tmp may be read.';
    expect(failed({ type: 'PermissionError', message }).text).not.toContain('Hint');
  });

  test('A syntax error gets a hint about tabs only if the program has tabs', () => {
    const tabbed = { ...program, source: 'if x:\n\ty = 1\n        z = 2' };
    expect(failed({ type: 'TabError' }, { program: tabbed }).text).toContain('Hint: indent with spaces only.');
    expect(failed({ type: 'SyntaxError', message: 'invalid syntax' }).text).not.toContain('Hint');
  });

  const call = { kind: 'call', path: 'files.read', args: ['"a"'], named: [['size', '3']] } as const;

  test('If a value has another shape than the program expects, the report shows what the tools returned', () => {
    const { text } = failed({ type: 'TypeError', message: 'x' }, { lastResults: [{ call, json: '[12]' }] });
    expect(text).toMatch(/\n\nThe calls returned:\n {2}files\.read\("a", size=3\) → \[12\]$/);
  });

  test('A report lists results only for errors about the shape of a value, and shortens them if they are many or long', () => {
    const many = Array.from({ length: 50 }, () => ({ call, json: `"${'x'.repeat(10_000)}"` }));
    expect(failed({ type: 'TimeoutError' }, { lastResults: many }).text).not.toContain('returned');
    expect(failed({ type: 'KeyError' }, { lastResults: many }).text.length).toBeLessThan(2_000);
  });
});
