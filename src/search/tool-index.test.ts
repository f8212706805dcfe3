import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RankedHit, type Searchable, ToolIndex } from './index.ts';

function tool(name: string, description: string, server?: string): Searchable {
  const parameters = { type: 'object', properties: {} };
  return { name, description, parameters, ...(server === undefined ? {} : { server }) };
}

const tools: readonly Searchable[] = [
  tool('weather::get_forecast', 'The forecast for a city.', 'weather'),
  tool('files::read_file', 'Reads a text file, and says hello to nobody.', 'files'),
  tool('files::write_file', 'Writes a text file.', 'files'),
  tool('demo::say_hello', 'Says hello to somebody.', 'demo'),
  tool('demo::hello', 'Hello.', 'demo'),
  tool('clock::get_time', 'What time it is, now or another day.', 'clock'),
  tool('github::list_issues', 'Lists what is open.', 'github'),
  tool('gitlab::list_issues', 'Lists what is open.', 'gitlab'),
  tool('people', 'Names and birthdays of family and friends.'),
];

function names(query: string, most = 10): (string | undefined)[] {
  return ToolIndex.of(tools)
    .rank(query, most)
    .map(({ place }) => tools[place]?.name);
}

describe('Tools that are found', () => {
  test.each([
    ['Will it rain? I need the forecast for Oslo.', 'weather::get_forecast'],
    ['get_forecast', 'weather::get_forecast'],
    ['what time is it?', 'clock::get_time'],
    ['say hello to Bob', 'demo::say_hello'],
    ['open issues on GitLab, please', 'gitlab::list_issues'],
    ['issues at github', 'github::list_issues'],
  ])('The question "%s" finds %s first', (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  test.each([
    'hello, how are you',
    'Hello!',
    'hi there',
    'good morning',
    'thanks a lot, that was great',
    'what is your name?',
    'my sister is so happy today',
    'ok',
    '',
    '🙂',
  ])('Small talk finds no tools: "%s"', (query) => {
    expect(names(query)).toEqual([]);
  });

  test('A long description that mentions the word once is not found', () => {
    const filler = Array.from({ length: 200 }, (_, place) => `word${String.fromCharCode(97 + (place % 26))}`).join(' ');
    const wordy = [...tools, tool('wordy', `${filler} poem ${filler}`)];
    expect(ToolIndex.of(wordy).rank('a poem', 5)).toEqual([]);
    expect(ToolIndex.of([...tools, tool('write_poem', 'Writes.')]).rank('a poem', 5)).toHaveLength(1);
  });

  test('Tools are found by a word that all of them contain', () => {
    const issues = ['open', 'close', 'list'].map((verb) => tool(`${verb}_issue`, `To ${verb} an issue.`));
    expect(ToolIndex.of(issues).rank('the issue', 5)).toHaveLength(3);
    expect(ToolIndex.of(issues.slice(0, 1)).rank('the issue', 5)).toHaveLength(1);
  });

  test('A server name with an inner capital is found in any spelling', () => {
    const list = [
      tool('list_notes', 'Lists.', 'a'),
      tool('list_notes', 'Lists.', 'GitHub'),
      tool('x', 'github things'),
    ];
    const index = ToolIndex.of(list);
    for (const query of ['notes at GitHub', 'notes at github']) expect(index.rank(query, 1)[0]?.place).toBe(1);
    expect(index.rank('GitHub', 5).map(({ place }) => place)).toEqual([1, 2]);
    // A joined name that no tool has is searched only by its parts, and does not lower the score.
    expect(index.rank('ListNotes', 1)).toEqual(index.rank('list notes', 1));
  });

  test('The server’s name counts as a normal word, not as part of the tool’s name', () => {
    const list = [tool('files::count', 'Counts.', 'files'), tool('count_files', 'Counts.')];
    expect(
      ToolIndex.of(list)
        .rank('files', 5)
        .map(({ place }) => place),
    ).toEqual([1, 0]);
  });
});

describe('Tools that the caller excludes', () => {
  test('The next best tool takes the position of an excluded one', () => {
    const index = ToolIndex.of(tools);
    const [first, second] = index.rank('text file', 2);
    expect(index.rank('text file', 1, (place) => place === first?.place)).toEqual([second]);
    expect(index.rank('text file', 5, () => true)).toEqual([]);
  });

  test('Excluding tools in the search gives the same result as removing them from the full result', () => {
    const word = fc.constantFrom('file', 'read', 'weather', 'hello', 'city', 'write', '天气');
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
    const any = fc.record({ name: text, description: text, parameters: fc.constant({}), server: text });
    fc.assert(
      fc.property(fc.array(any, { maxLength: 12 }), text, fc.nat(12), fc.nat(4095), (list, query, most, mask) => {
        const index = ToolIndex.of(list);
        const isLeftOut = (place: number) => ((mask >> place) & 1) === 1;
        const bare = (hits: readonly RankedHit[]) => hits.map(({ place, score }) => ({ place, score }));
        const all = index.rank(query, list.length).filter(({ place }) => !isLeftOut(place));
        expect(bare(index.rank(query, most, isLeftOut))).toEqual(bare(all.slice(0, most)));
      }),
    );
  });
});

test('A list is indexed once, at its first search, and tools that stay in a changed list are not read again', () => {
  let reads = 0;
  const counted = [
    {
      name: 'count',
      parameters: {},
      get description() {
        reads++;
        return 'Counts.';
      },
    },
  ];
  const index = ToolIndex.of(counted);
  expect(reads).toBe(0);
  index.rank('count', 1);
  ToolIndex.of(counted).rank('count', 1);
  expect(reads).toBe(1);
  expect(ToolIndex.of([tool('other', 'Counts words.'), ...counted]).rank('count', 2)).toMatchObject([
    { place: 1 },
    { place: 0 },
  ]);
  expect(reads).toBe(1);
});

test('Property names of Object.prototype are found like any other word', () => {
  const odd = [tool('constructor', 'toString'), tool('__proto__::valueOf', 'x', '__proto__')];
  expect(ToolIndex.of(odd).rank('constructor', 5)).toMatchObject([{ place: 0 }]);
  expect(ToolIndex.of(odd).rank('hasOwnProperty', 5)).toEqual([]);
});

test('Words of a later list do not change the results of an earlier list', () => {
  const earlier = [tool('read_file', 'Reads a file.'), tool('write_file', 'Writes a file to the disk.')];
  const index = ToolIndex.of(earlier);
  const query = 'read a file about wallabies';
  const before = index.rank(query, 5);
  ToolIndex.of([...earlier, tool('wallabies', '')]).rank('hi', 5);
  expect(index.rank(query, 5)).toEqual(before);
  expect(before.every(({ score }) => score > 0)).toBe(true);
});
