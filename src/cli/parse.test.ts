import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { folderWith } from '../../test/toolpath.ts';
import { readCommandLine } from './arguments.ts';
import { formats } from './formats.ts';
import { cut, decoded, parse, readToolsFile } from './parse.ts';
import { tools } from './tools.ts';

const commands = [tools, parse, formats];

describe('misuse is told in words, with exit code 2 and nothing on standard output', () => {
  test.each<[string[], string]>([
    [[], 'use it like this: toolpath parse --format NAME'],
    [['--format', ','], 'use it like this: toolpath parse --format NAME'],
    [['--format', 'hermse'], 'there is no format "hermse". Did you mean "hermes"? "toolpath formats" lists them.'],
    [['--format', 'hermes,glm-4.6:cloud'], 'there is no format "glm-4.6:cloud". Did you mean "glm45"?'],
    [['--format', 'constructor'], 'there is no format "constructor". "toolpath formats" lists them.'],
    [['--format', 'native'], 'native calls are no text'],
    [['--format', 'hermes', '--chunk', '0'], '--chunk: expected a whole number of letters, 1 or more, got "0"'],
    [['--format', 'hermes', '--chunk', 'many'], '--chunk: expected a whole number of letters, 1 or more, got "many"'],
    [['--format', 'hermes', '--choice', 'some'], '--choice: expected none or auto, got "some"'],
    [['--format', 'hermes', '--tools', '/absent.json'], '--tools: /absent.json cannot be read: it does not exist'],
  ])('%j', async (args, message) => {
    const line = readCommandLine(['parse', ...args], commands);
    if (!line.ok) throw new Error(line.message);
    const terminal = recordingTerminal();
    expect(await parse.run([], { flags: line.flags, json: false, terminal })).toBe(2);
    expect(terminal.printed).toEqual([]);
    expect(terminal.said.join('\n')).toContain(message);
    expect(terminal.said.join('\n')).toContain('toolpath help parse');
  });
});

describe('flags belong to their command, wherever they stand', () => {
  test.each<[string[], string]>([
    [['parse', '--formt', 'hermes'], 'There is no option --formt for "parse". Did you mean --format?'],
    [['parse', '--port', '1'], 'There is no option --port for "parse".'],
    [['help', 'parse', '--port', '1'], 'There is no option --port for "parse".'],
    [['formats', '--chunk', '1'], 'There is no option --chunk for "formats".'],
    [['tools', '--chunk', '1'], 'There is no option --chunk.'],
    [['--chunk', '1'], 'There is no option --chunk.'],
  ])('%j is refused', (args, message) => {
    expect(readCommandLine(args, commands)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test('--tools is a file to one and modules to another', () => {
    expect(readCommandLine(['--tools', 'a.json', 'parse'], commands)).toMatchObject({
      words: ['parse'],
      flags: { tools: 'a.json' },
    });
    expect(readCommandLine(['tools', '--tools', 'a.ts'], commands)).toMatchObject({ flags: { tools: ['a.ts'] } });
  });
});

describe('a file of tools', () => {
  const read = (content: string | object) =>
    readToolsFile(path.join(folderWith({ 'tools.json': content }), 'tools.json'));
  const weather = { name: 'get_weather', parameters: { type: 'object' } };

  test.each([
    ['a list', [weather]],
    ["OpenAI's shape", [{ type: 'function', function: weather }]],
    ["LangChain's shape", [{ lc_name: 'get_weather', schema: {} }]],
    ['no tool', []],
  ])('%s, alone or as a member', (_, list) => {
    expect(read(list)).toEqual({ ok: true, tools: list });
    expect(read({ tools: list })).toEqual({ ok: true, tools: list });
  });

  test('may begin with a mark of its byte order', () => {
    expect(read(`\uFEFF${JSON.stringify([weather])}`)).toEqual({ ok: true, tools: [weather] });
  });

  test.each<[string, string | object, string]>([
    ['broken JSON', '[\n{"name": "x"\n"y": 1}]', '(line 3 column 1)'],
    ['nothing', '', 'is not JSON'],
    ['no list', { a: 1 }, 'holds no list of tools: write [ … ] or { "tools": [ … ] }'],
    ['a text', '"get_weather"', 'holds no list of tools'],
    ['a tool without a name', [weather, {}], 'is not usable: tool 2 has no name'],
    ['a name that is none', [{ name: 7 }], 'is not usable: tool 1 has no name'],
  ])('%s is told', (_, content, message) => {
    expect(read(content)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test('a folder is none', () => {
    expect(readToolsFile('.')).toEqual({ ok: false, message: '--tools: . cannot be read: it is a folder' });
  });
});

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const text = fc.string({ unit: 'binary', maxLength: 60 }).map((given) => given.toWellFormed().replace(/^\uFEFF+/, ''));

test('however bytes arrive, they are the same text', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 7 }), async (given, size) => {
      const bytes = Buffer.from(given);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
        bytes.subarray(place * size, (place + 1) * size),
      );
      expect((await all(decoded(each(chunks)))).join('')).toBe(given);
    }),
  );
});

test('pieces have so many letters, but for the last one, however the text arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (texts, letters) => {
      const pieces = await all(cut(each(texts), letters));
      expect(pieces.join('')).toBe(texts.join(''));
      expect(pieces.slice(0, -1).every((piece) => Array.from(piece).length === letters)).toBe(true);
      expect(pieces.every((piece) => piece !== '' && Array.from(piece).length <= letters)).toBe(true);
    }),
  );
});
