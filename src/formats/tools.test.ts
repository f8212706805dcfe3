import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { KnownTools } from './tools.ts';

const schema = { type: 'object', properties: { city: { type: 'string' } } };

describe('KnownTools', () => {
  test.each<[string, unknown]>([
    ['the plain', { name: 'get_weather', parameters: schema }],
    ['OpenAI’s', { type: 'function', function: { name: 'get_weather', parameters: schema } }],
    ['LangChain’s', { name: 'get_weather', schema }],
    ['MCP’s', { name: 'get_weather', inputSchema: schema }],
    ['Anthropic’s', { name: 'get_weather', input_schema: schema }],
    ['Toolpath’s own', { lc_name: 'get_weather', name: 'Weather', schema }],
  ])('A tool in %s shape is known by its name and schema', (_shape, tool) => {
    const tools = new KnownTools([tool]);
    expect(tools.find('get_weather')).toMatchObject({ name: 'get_weather', schema });
    expect([tools.isOpen, tools.isEmpty, [...tools.names]]).toEqual([false, false, ['get_weather']]);
  });

  test('A JSON Schema that zod generated is used as the schema', () => {
    const made = z.toJSONSchema(z.object({ a: z.string() }));
    expect(new KnownTools([{ name: 'f', parameters: made }]).find('f')?.schema).toBe(made);
  });

  test('A tool is also found by its name as an identifier, unless that name is taken or ambiguous', () => {
    const tools = new KnownTools([{ name: 'get-sum' }, { name: 'get-time' }, { name: 'get_time' }]);
    expect(tools.find('get_sum')?.name).toBe('get-sum');
    expect(tools.find('get_time')?.name).toBe('get_time');
    expect(new KnownTools([{ name: 'a-b_c' }, { name: 'a_b-c' }]).find('a_b_c')).toBeUndefined();
  });

  test('If no list of tools is given, any name may be a tool', () => {
    const tools = new KnownTools(undefined);
    expect([tools.isOpen, tools.isEmpty, tools.find('get_weather')]).toEqual([true, false, undefined]);
  });

  test('If the list of tools is empty, there are no tools', () => {
    const tools = new KnownTools([]);
    expect([tools.isOpen, tools.isEmpty]).toEqual([false, true]);
  });

  test('Values that are not tool definitions are ignored', () => {
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

  test('A function property is followed only one level deep', () => {
    const circular: Record<string, unknown> = {};
    circular.function = circular;
    const deep: unknown = JSON.parse(`${'{"function":'.repeat(5_000)}{"name": "a"}${'}'.repeat(5_000)}`);
    expect(new KnownTools([circular, deep]).isEmpty).toBe(true);
  });

  test('A tool may have the name of an inherited object property', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    for (const name of names) expect(new KnownTools([{ name: 'a' }]).find(name)).toBeUndefined();
    const tools = new KnownTools(names.map((name): unknown => JSON.parse(`{"name": "${name}", "parameters": {}}`)));
    for (const name of names) expect(tools.find(name)).toMatchObject({ name, schema: {} });
  });

  test.each<[string, unknown]>([
    ['a zod schema', z.object({ city: z.string() })],
    ['a zod 3 schema', { _def: { typeName: 'ZodObject' } }],
    [
      'a Standard Schema of another library',
      { '~standard': { version: 1, vendor: 'other', validate: () => ({ value: 1 }) } },
    ],
  ])('A tool is kept without a schema if its schema is %s', (_whose, foreign) => {
    expect(new KnownTools([{ name: 'a', schema: foreign }]).find('a')).toMatchObject({ name: 'a', schema: undefined });
  });

  test.each([[null], ['object'], [[]], [5], [undefined]])(
    'A tool with the invalid schema %j is kept, with the schema of another property if there is one',
    (broken) => {
      expect(new KnownTools([{ name: 'a', parameters: broken }]).find('a')).toMatchObject({
        name: 'a',
        schema: undefined,
      });
      expect(new KnownTools([{ name: 'a', parameters: broken, schema }]).find('a')).toMatchObject({
        name: 'a',
        schema,
      });
    },
  );

  test('If two tools have the same name, the last one counts', () => {
    const tools = new KnownTools([{ name: 'a' }, { name: 'a', parameters: schema }]);
    expect(tools.find('a')?.schema).toBe(schema);
  });
});

describe('Finding a tool by its argument names', () => {
  const other = { type: 'object', properties: { city: {}, days: {} } };
  const tools = new KnownTools([
    { name: 'weather', parameters: schema },
    { name: 'forecast', parameters: other },
    { name: 'unknown' },
    { name: 'broken', parameters: { properties: 'city' } },
  ]);

  test('The only tool that has all the arguments is returned', () => {
    expect(tools.takerOf(['city', 'days'])?.name).toBe('forecast');
    expect(tools.takerOf(['days'])?.name).toBe('forecast');
  });

  test('No tool is returned if there are more than 256 tools', () => {
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

  test('No tool is returned if several tools have the arguments, or none', () => {
    expect(tools.takerOf(['city'])).toBeUndefined();
    expect(tools.takerOf(['town'])).toBeUndefined();
    expect(tools.takerOf([])).toBeUndefined();
    expect(tools.takerOf(['constructor'])).toBeUndefined();
    expect(tools.takerOf(['length'])).toBeUndefined();
  });
});
