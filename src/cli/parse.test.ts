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

describe('toolpath parse with invalid flags', () => {
  test.each<[string[], string]>([
    [[], 'Usage: toolpath parse --format NAME'],
    [['--format', ','], 'Usage: toolpath parse --format NAME'],
    [
      ['--format', 'hermse'],
      'Unknown format "hermse". Did you mean "hermes"? Run "toolpath formats" to list all formats.',
    ],
    [['--format', 'hermes,glm-4.6:cloud'], 'Unknown format "glm-4.6:cloud". Did you mean "glm45"?'],
    [['--format', 'constructor'], 'Unknown format "constructor". Run "toolpath formats" to list all formats.'],
    [['--format', 'native'], 'Native calls are not text'],
    [['--format', 'hermes', '--chunk', '0'], '--chunk must be a whole number of characters, 1 or more, but is "0"'],
    [
      ['--format', 'hermes', '--chunk', 'many'],
      '--chunk must be a whole number of characters, 1 or more, but is "many"',
    ],
    [['--format', 'hermes', '--choice', 'some'], '--choice must be "none" or "auto", but is "some"'],
    [
      ['--format', 'hermes', '--tools', '/absent.json'],
      '--tools: The file "/absent.json" cannot be read: it does not exist',
    ],
  ])('With the flags %j, parse exits with code 2 and the error "%s"', async (args, message) => {
    const line = readCommandLine(['parse', ...args], commands);
    if (!line.ok) throw new Error(line.message);
    const terminal = recordingTerminal();
    expect(await parse.run([], { flags: line.flags, json: false, terminal })).toBe(2);
    expect(terminal.printed).toEqual([]);
    expect(terminal.said.join('\n')).toContain(message);
    expect(terminal.said.join('\n')).toContain('toolpath help parse');
  });
});

describe('Flags of commands', () => {
  test.each<[string[], string]>([
    [['parse', '--formt', 'hermes'], 'Unknown option --formt for "parse". Did you mean --format?'],
    [['parse', '--port', '1'], 'Unknown option --port for "parse".'],
    [['help', 'parse', '--port', '1'], 'Unknown option --port for "parse".'],
    [['formats', '--chunk', '1'], 'Unknown option --chunk for "formats".'],
    [['tools', '--chunk', '1'], 'Unknown option --chunk.'],
    [['--chunk', '1'], 'Unknown option --chunk.'],
  ])('The command line %j is refused', (args, message) => {
    expect(readCommandLine(args, commands)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test('--tools names a file for "parse" and modules for "tools"', () => {
    expect(readCommandLine(['--tools', 'a.json', 'parse'], commands)).toMatchObject({
      words: ['parse'],
      flags: { tools: 'a.json' },
    });
    expect(readCommandLine(['tools', '--tools', 'a.ts'], commands)).toMatchObject({ flags: { tools: ['a.ts'] } });
  });
});

describe('readToolsFile', () => {
  const read = (content: string | object) =>
    readToolsFile(path.join(folderWith({ 'tools.json': content }), 'tools.json'));
  const weather = { name: 'get_weather', parameters: { type: 'object' } };

  test.each([
    ['a plain definition', [weather]],
    ["OpenAI's shape", [{ type: 'function', function: weather }]],
    ["LangChain's shape", [{ lc_name: 'get_weather', schema: {} }]],
    ['no tools', []],
  ])('A list with %s is read, both alone and as the "tools" field of an object', (_, list) => {
    expect(read(list)).toEqual({ ok: true, tools: list });
    expect(read({ tools: list })).toEqual({ ok: true, tools: list });
  });

  test('A tools file may begin with a byte order mark', () => {
    expect(read(`\uFEFF${JSON.stringify([weather])}`)).toEqual({ ok: true, tools: [weather] });
  });

  test.each<[string, string | object, string]>([
    ['broken JSON', '[\n{"name": "x"\n"y": 1}]', '(line 3 column 1)'],
    ['no text', '', 'is not JSON'],
    ['no list', { a: 1 }, 'contains no list of tools; write [ … ] or { "tools": [ … ] }'],
    ['a string', '"get_weather"', 'contains no list of tools'],
    ['a tool without a name', [weather, {}], 'cannot be used: tool 2 has no name'],
    ['a name that is not a string', [{ name: 7 }], 'cannot be used: tool 1 has no name'],
  ])('A tools file with %s is rejected with the reason', (_, content, message) => {
    expect(read(content)).toEqual({ ok: false, message: expect.stringContaining(message) });
  });

  test('A folder is rejected as a tools file', () => {
    expect(readToolsFile('.')).toEqual({ ok: false, message: '--tools: The file "." cannot be read: it is a folder.' });
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

test('Decoding gives the same text, however the bytes are divided', async () => {
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

test('Every piece but the last has the requested number of characters, however the text arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 5 }), fc.integer({ min: 1, max: 9 }), async (texts, characters) => {
      const pieces = await all(cut(each(texts), characters));
      expect(pieces.join('')).toBe(texts.join(''));
      expect(pieces.slice(0, -1).every((piece) => Array.from(piece).length === characters)).toBe(true);
      expect(pieces.every((piece) => piece !== '' && Array.from(piece).length <= characters)).toBe(true);
    }),
  );
});
