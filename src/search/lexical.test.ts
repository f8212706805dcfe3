import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLexicalIndex, type Searchable } from './index.ts';
import { Lexicon } from './lexicon.ts';

const tools: readonly Searchable[] = [
  { name: 'get_weather', description: 'The forecast for a city.', parameters: { properties: { city: {} } } },
  { name: 'list_directory', description: 'Lists the files in a directory.' },
  { name: 'read_file', description: 'Reads a text file.' },
  {
    name: 'convert_temperature',
    description: 'From one unit to another.',
    parameters: {
      properties: { from: { enum: ['celsius', 'kelvin'] }, value: { description: 'degrees to start with' } },
    },
  },
];

describe('Search results', () => {
  const index = createLexicalIndex(tools);
  const names = (query: string) => index.search(query, 10).map(({ place }) => tools[place]?.name);

  test.each([
    ['weather', 'get_weather', 'its name'],
    ['reading', 'read_file', 'another form of a word in its name'],
    ['forecasts', 'get_weather', 'its description'],
    ['which city', 'get_weather', 'the name of a parameter'],
    ['kelvin', 'convert_temperature', 'an enum value of a parameter'],
    ['degrees', 'convert_temperature', 'the description of a parameter'],
    ['folder', 'list_directory', 'a synonym'],
  ])('The query "%s" finds %s by %s', (query, name) => {
    expect(names(query)[0]).toBe(name);
  });

  test('A search for a house finds a tool for homes, and a search for a gateway does not', () => {
    const homes = createLexicalIndex([{ name: 'find_home', description: 'Lists apartments.' }]);
    expect(homes.search('house', 1)).toHaveLength(1);
    expect(homes.search('gateway', 1)).toEqual([]);
  });

  test('A word in the name counts more than a word in the description', () => {
    expect(names('file')).toEqual(['read_file', 'list_directory']);
  });

  test('Items that share no word with the query are not found', () => {
    expect(names('a poem about autumn')).toEqual([]);
    expect(names('')).toEqual([]);
    expect(names('who are you?')).toEqual([]);
  });

  test('The search returns no more results than requested', () => {
    expect(index.search('file', 1)).toHaveLength(1);
    expect(index.search('file', 0)).toEqual([]);
  });

  test('Query words that no item contains lower the score', () => {
    const [alone] = index.search('weather', 1);
    const [among] = index.search('weather autumn poem sonnet', 1);
    expect(among?.score).toBeLessThan((alone?.score ?? 0) / 2);
  });
});

test('A lexicon shared between lists does not change the search results', () => {
  const word = fc.constantFrom('file', 'read', 'readFile', 'weather', 'city', 'the', 'forecasts');
  const text = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
  const pool = fc.array(fc.record({ name: text, description: text }), { minLength: 1, maxLength: 8 });
  const lists = fc.array(fc.array(fc.nat(7), { maxLength: 8 }), { maxLength: 4 });
  fc.assert(
    fc.property(pool, lists, text, (items, places, query) => {
      const lexicon = new Lexicon();
      for (const list of places) {
        const chosen = list.flatMap((place) => items[place % items.length] ?? []);
        const kept = createLexicalIndex(chosen, { lexicon, minMatch: 0.1 }).search(query, 10);
        expect(kept).toEqual(createLexicalIndex(chosen, { minMatch: 0.1 }).search(query, 10));
      }
    }),
  );
});

test('Items with equal scores keep the order of the list', () => {
  const index = createLexicalIndex(Array.from({ length: 9 }, () => ({ name: 'echo', description: 'Says it again.' })));
  expect(index.search('echo', 9).map(({ place }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(index.search('echo', 3).map(({ place }) => place)).toEqual([0, 1, 2]);
});

test('An empty list and items without text give no results', () => {
  expect(createLexicalIndex([]).search('weather', 5)).toEqual([]);
  expect(createLexicalIndex([{ name: '', description: '' }]).search('weather', 5)).toEqual([]);
});

test('Property names of Object.prototype are indexed like any other word', () => {
  const index = createLexicalIndex([
    { name: 'constructor', description: '__proto__ toString' },
    {
      name: 'x',
      description: 'y',
      parameters: JSON.parse('{"properties": {"__proto__": {"description": "valueOf"}}}'),
    },
  ]);
  expect(index.search('constructor', 5)).toMatchObject([{ place: 0 }]);
  expect(index.search('hasOwnProperty', 5)).toEqual([]);
});

test('For any items and query, scores are between 0 and 1, the best come first, and the results are repeatable', () => {
  const word = fc.constantFrom('file', 'read', 'weather', 'city', 'get', '天气', 'x');
  const text = fc.oneof(
    fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
    fc.string({ maxLength: 40 }),
  );
  const item = fc.record({
    name: text,
    description: text,
    parameters: fc.oneof(
      fc.constant({}),
      fc.dictionary(fc.string(), fc.anything()),
      fc.record({ properties: fc.anything() }),
      fc.record({ properties: fc.dictionary(text, fc.anything()) }),
    ),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), text, fc.nat(12), (items, query, most) => {
      const hits = createLexicalIndex(items).search(query, most);
      expect(hits.length).toBeLessThanOrEqual(most);
      for (const [rank, { place, score }] of hits.entries()) {
        expect(items[place]).toBeDefined();
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
        const before = hits[rank - 1];
        if (before !== undefined)
          expect(before.score > score || (before.score === score && before.place < place)).toBe(true);
      }
      expect(createLexicalIndex(items).search(query, most)).toEqual(hits);
    }),
  );
});

test('Indexing and searching 20,000 items and megabyte-long texts takes less than ten seconds', () => {
  const items = Array.from({ length: 20_000 }, (_, place) => ({
    name: `service_${place % 97}_action_${place}`,
    description: `Does thing ${place} to the ${['file', 'city', 'user', 'order'][place % 4]} and tells what came of it.`,
  }));
  const huge = {
    name: 'a'.repeat(1e6),
    description: 'ab Cd '.repeat(2e5),
    parameters: { properties: { x: { description: 'AAAa'.repeat(3e5) } } },
  };
  const startedAt = performance.now();
  const index = createLexicalIndex([...items, huge, huge]);
  for (let time = 0; time < 20; time++) index.search('what came of the order '.repeat(1e4), 10);
  expect(performance.now() - startedAt).toBeLessThan(10_000); // an idle machine needs a tenth of that
});
