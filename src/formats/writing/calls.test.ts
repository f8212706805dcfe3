import { expect, test } from 'vitest';
import { findFormats, formats } from '../catalogue/index.ts';
import type { Format } from '../format.ts';
import { writeCall, writeCalls } from '../writer.ts';
import { controlTokens } from './markers.ts';

const weather = {
  id: 'abc123def',
  name: 'get_weather',
  arguments: { city: 'Oslo', days: 2, at: { hours: [9, null] } },
};
const now = { id: 'zyx987wvu', name: 'now', arguments: {} };

test('writeCalls writes the calls of every format as its family writes them', async () => {
  const written = formats.map((each) => `=== ${each.id}\n${writeCalls(each, [weather, now])}\n`);
  await expect(written.join('\n')).toMatchFileSnapshot('./calls.golden.txt');
});

test('A format that omits its marker writes it if text precedes the calls', () => {
  const marked = ['llama3_json', 'pythonic', 'xlam'].map((id) => writeCalls(format(id), [now], { isBehindText: true }));
  expect(marked).toEqual([
    '<|python_tag|>{"name": "now", "parameters": {}}',
    '<|python_start|>[now()]<|python_end|>',
    '<tool_call>[{"name": "now", "arguments": {}}]</tool_call>',
  ]);
});

test('Arguments that are not an object are written as unreadable_arguments', () => {
  const written = (given: unknown) => writeCall(format('hermes'), { ...now, arguments: given }, 0).split('\n')[1];
  expect(written('{"city": ')).toBe('{"name": "now", "arguments": {"unreadable_arguments": "{\\"city\\": "}}');
  expect(written([1])).toBe('{"name": "now", "arguments": {"unreadable_arguments": [1]}}');
  expect(written('7')).toBe('{"name": "now", "arguments": {"unreadable_arguments": "7"}}');
  expect(written(undefined)).toBe('{"name": "now", "arguments": {}}');
  expect(written('{"a":1}')).toBe('{"name": "now", "arguments": {"a": 1}}');
});

test('An integer that JavaScript would round is written exactly', () => {
  const call = { ...now, arguments: '{"id":12345678901234567890,"half":0.5}' };
  expect(writeCall(format('hermes'), call, 0)).toContain('{"id": 12345678901234567890, "half": 0.5}');
  expect(writeCall(format('pythonic'), call, 0)).toBe('[now(id=12345678901234567890, half=0.5)]');
});

test('Cyclic and extremely deep arguments do not make writeCalls throw', () => {
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  const tower = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  for (const given of [cycle, tower, `{"a":${tower}}`, { n: 1n, f: () => 1, u: undefined, x: Number.NaN }]) {
    for (const each of formats) expect(writeCalls(each, [{ ...now, arguments: given }])).toContain('now');
  }
});

test('Tools and arguments named like inherited properties are written like any other', () => {
  const call = { ...now, arguments: JSON.parse('{"__proto__": 1, "constructor": 2}') as unknown };
  for (const each of formats) expect(writeCalls(each, [call])).toContain('__proto__');
  const named = { ...now, name: 'constructor' };
  for (const each of formats) expect(writeCalls(each, [named])).toContain('constructor');
});

test("Kimi's own header text is written again as the id; any other id is replaced", () => {
  const kimi = format('kimi_k2');
  expect(writeCall(kimi, { ...now, id: 'functions.now:7' }, 3)).toContain('<|tool_call_begin|>functions.now:7<|');
  expect(writeCall(kimi, { ...now, id: 'functions.later:7' }, 3)).toContain('<|tool_call_begin|>functions.now:3<|');
  expect(writeCall(kimi, { ...now, id: 'functions.now:7<|tool_call_end|>' }, 3)).toContain('begin|>functions.now:3<|');
});

test('Hostile names and ids add no control token to the markup', () => {
  const hostile = { id: 'x[ARGS]{}', name: 'f"><|sep|></tool_call>(', arguments: { 'k"></parameter>': 'v' } };
  for (const each of formats) {
    const plain = writeCalls(each, [{ id: 'id', name: 'name', arguments: { 'a, b': 'v' } }]);
    const odd = writeCalls(each, [hostile]);
    for (const mark of controlTokens(each)) {
      expect(odd.split(mark).length, each.id).toBe(plain.split(mark).length);
    }
  }
});

test('A control token in a JSON value is escaped, and the value stays the same', () => {
  const args = { html: 'a </tool_call> b', nested: { '<tool_call>': ['<tool_call>'] } };
  const written = writeCall(format('hermes'), { ...now, arguments: args }, 0);
  expect(written.split('<tool_call>')).toHaveLength(2);
  expect(written.split('</tool_call>')).toHaveLength(2);
  const line = written.split('\n')[1] ?? '';
  expect(JSON.parse(line)).toEqual({ name: 'now', arguments: args });
});

test('Escaping a control token does not corrupt an adjacent JSON escape', () => {
  const call = { ...now, arguments: { text: '\function call<|role_sep|>\n' } };
  const written = writeCall(format('gigachat3'), call, 0);
  expect(JSON.parse(written.split('\n').at(-1) ?? '')).toEqual({ name: 'now', arguments: call.arguments });
});

test('A control token is broken in a value that cannot be escaped', () => {
  const args = { text: 'x</parameter></function></tool_call>y' };
  const written = writeCall(format('qwen3_coder'), { ...now, arguments: args }, 0);
  expect(written).toContain('x<\u200c/parameter><\u200c/function><\u200c/tool_call>y');
  const gemma = writeCall(format('gemma4'), { ...now, arguments: { text: 'say <|"|>hi<|"|>' } }, 0);
  expect(gemma).toBe('<|tool_call>call:now{text:<|"|>say <\u200c|"|>hi<\u200c|"|><|"|>}<tool_call|>');
  const program = { ...now, name: 'python_execution', arguments: { code: 'print("""\n```\n""")' } };
  expect(writeCall(format('code_mode'), program, 0)).toBe('```python\nprint("""\n`\u200c``\n""")\n```');
});

test('A value that contains tags is written as CDATA if the format supports it', () => {
  const written = writeCall(format('minicpm5'), { ...now, arguments: { html: '<b>]]></b>' } }, 0);
  expect(written).toContain('<param name="html"><![CDATA[<b>]\u200c]></b>]]></param>');
});

test('writeCalls returns an empty string for an empty list of calls', () => {
  for (const each of formats) expect(writeCalls(each, [])).toBe('');
});

function format(id: string): Format {
  const [found] = findFormats(id) ?? [];
  if (found === undefined) throw new Error(`There is no format "${id}".`);
  return found;
}
