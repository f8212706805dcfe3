import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { KnownTools } from './tools.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } } };

describe('the tools that calls may name', () => {
  test.each<[string, unknown]>([
    ['plain', { name: 'get_weather', parameters: schema }],
    ['OpenAI’s', { type: 'function', function: { name: 'get_weather', parameters: schema } }],
    ['LangChain’s', { name: 'get_weather', schema }],
    ['one that MCP lists', { name: 'get_weather', inputSchema: schema }],
    ['Anthropic’s', { name: 'get_weather', input_schema: schema }],
    ['one of our own', { lc_name: 'get_weather', name: 'Weather', schema }],
  ])('%s shape', (_shape, tool) => {
    const tools = new KnownTools([tool]);
    expect(tools.find('get_weather')).toMatchObject({ name: 'get_weather', schema });
    expect([tools.isOpen, tools.isEmpty, [...tools.names]]).toEqual([false, false, ['get_weather']]);
  });

  test('have the schema that zod makes into JSON Schema, though it looks like zod', () => {
    const made = z.toJSONSchema(z.object({ a: z.string() }));
    expect(new KnownTools([{ name: 'f', parameters: made }]).find('f')?.schema).toBe(made);
  });

  test('are known by the names that they have in a program, unless another has that name', () => {
    const tools = new KnownTools([{ name: 'get-sum' }, { name: 'get-time' }, { name: 'get_time' }]);
    expect(tools.find('get_sum')?.name).toBe('get-sum');
    expect(tools.find('get_time')?.name).toBe('get_time');
    expect(new KnownTools([{ name: 'a-b_c' }, { name: 'a_b-c' }]).find('a_b_c')).toBeUndefined();
  });

  test('are any where nobody said which there are', () => {
    const tools = new KnownTools(undefined);
    expect([tools.isOpen, tools.isEmpty, tools.find('get_weather')]).toEqual([true, false, undefined]);
  });

  test('are none where there are none', () => {
    const tools = new KnownTools([]);
    expect([tools.isOpen, tools.isEmpty]).toEqual([false, true]);
  });

  test('are not what cannot be read as a tool', () => {
    const junk = [
      null,
      undefined,
      5,
      'get_weather',
      [],
      [{ name: 'a' }],
      {},
      { name: '' },
      { name: 5 },
      { name: null },
    ];
    const more = [{ function: {} }, { function: { parameters: schema } }, { type: 'function', function: 'f' }];
    const tools = new KnownTools([...junk, ...more]);
    expect([tools.isOpen, tools.isEmpty]).toEqual([false, true]);
    expect(new KnownTools([...junk, { name: 'a' }]).find('a')).toMatchObject({ name: 'a', schema: undefined });
  });

  test('are read one level deep, however deep they are', () => {
    const circular: Record<string, unknown> = {};
    circular.function = circular;
    const deep: unknown = JSON.parse(`${'{"function":'.repeat(5_000)}{"name": "a"}${'}'.repeat(5_000)}`);
    expect(new KnownTools([circular, deep]).isEmpty).toBe(true);
  });

  test('may be called like what every object has', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    for (const name of names) expect(new KnownTools([{ name: 'a' }]).find(name)).toBeUndefined();
    const tools = new KnownTools(names.map((name): unknown => JSON.parse(`{"name": "${name}", "parameters": {}}`)));
    for (const name of names) expect(tools.find(name)).toMatchObject({ name, schema: {} });
  });

  test.each<[string, unknown]>([
    ['zod’s', z.object({ city: z.string() })],
    ['zod’s before version 4', { _def: { typeName: 'ZodObject' } }],
    ['any other library’s', { '~standard': { version: 1, vendor: 'other', validate: () => ({ value: 1 }) } }],
  ])('keep their names where the schema is %s', (_whose, foreign) => {
    expect(new KnownTools([{ name: 'a', schema: foreign }]).find('a')).toMatchObject({ name: 'a', schema: undefined });
  });

  test.each([[null], ['object'], [[]], [5], [undefined]])('keep their names where the schema is %j', (broken) => {
    expect(new KnownTools([{ name: 'a', parameters: broken }]).find('a')).toMatchObject({
      name: 'a',
      schema: undefined,
    });
    expect(new KnownTools([{ name: 'a', parameters: broken, schema }]).find('a')).toMatchObject({ name: 'a', schema });
  });

  test('of one name count once: the last', () => {
    const tools = new KnownTools([{ name: 'a' }, { name: 'a', parameters: schema }]);
    expect(tools.find('a')?.schema).toBe(schema);
  });
});

describe('the tool that takes these arguments', () => {
  const other = { type: 'object', properties: { city: {}, days: {} } };
  const tools = new KnownTools([
    { name: 'weather', parameters: schema },
    { name: 'forecast', parameters: other },
    { name: 'unknown' },
    { name: 'broken', parameters: { properties: 'city' } },
  ]);

  test('is the only one that has them all', () => {
    expect(tools.takerOf(['city', 'days'])?.name).toBe('forecast');
    expect(tools.takerOf(['days'])?.name).toBe('forecast');
  });

  test('is looked for among a few only', () => {
    const many = (count: number) =>
      new KnownTools(
        Array.from({ length: count }, (_, place) => ({
          name: `t${place}`,
          schema: { properties: { [`a${place}`]: {} } },
        })),
      );
    expect(many(256).takerOf(['a7'])?.name).toBe('t7');
    expect(many(257).takerOf(['a7'])).toBeUndefined();
  });

  test('is nobody where several have them, or none', () => {
    expect(tools.takerOf(['city'])).toBeUndefined();
    expect(tools.takerOf(['town'])).toBeUndefined();
    expect(tools.takerOf([])).toBeUndefined();
    expect(tools.takerOf(['constructor'])).toBeUndefined();
    expect(tools.takerOf(['length'])).toBeUndefined();
  });
});
