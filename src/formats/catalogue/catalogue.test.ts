import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Format } from '../format.ts';
import { checkFormat } from './check.ts';
import { findFormats, formatNames, formats, plainNames } from './index.ts';

/** The ids are frozen, because settings and stored conversations contain them. Ids may be added, but not renamed. */
const ids = [
  'hermes',
  'longcat',
  'ernie45',
  'granite3',
  'granite_20b_fc',
  'jamba',
  'hunyuan_a13b',
  'apriel',
  'nemotron_v2',
  'minimax_m1',
  'phi4_mini',
  'mistral_v3',
  'xlam',
  'cohere_action',
  'command_r_plus',
  'internlm2',
  'gigachat3',
  'apertus',
  'inkling',
  'llama3_json',
  'pure_json',
  'sarashina',
  'mistral_v11',
  'deepseek_v3',
  'deepseek_v31',
  'kimi_k2',
  'solar_open',
  'functionary_v3.1',
  'functionary_v3.2',
  'harmony',
  'gemma4',
  'functiongemma',
  'qwen3_coder',
  'seed_oss',
  'glm45',
  'poolside_v1',
  'hy_v3',
  'minimax_m2',
  'deepseek_v32',
  'step3',
  'dots',
  'minicpm5',
  'muse_glimmer',
  'kimi_k3',
  'minimax_m3',
  'pythonic',
  'lfm2',
  'olmo3',
  'code_mode',
];

test('The ids of the formats and their order are frozen', () => {
  expect(formats.map(({ id }) => id)).toEqual(ids);
});

test.each(formats.map((format) => [format.id, format] as const))('The record of %s has no problems', (_, format) => {
  expect(checkFormat(format)).toEqual([]);
});

proves('S1.format.list', 'Settings can name every format by its id or by one of six generic names', () => {
  const meant = new Map([...plainNames.keys()].map((name) => [name, idsOf(findFormats(name))]));
  expect(meant).toEqual(
    new Map([
      ['native', []],
      ['code', ['code_mode']],
      ['hermes', ['hermes']],
      ['mistral', ['mistral_v3', 'mistral_v11']],
      ['pythonic', ['pythonic']],
      ['pure_json', ['pure_json']],
    ]),
  );
  for (const id of ids) expect(idsOf(findFormats(id))).toEqual([id]);
  expect(formatNames()).toEqual([...ids, 'native', 'code', 'mistral']);
});

proves('L4', 'Formats are data: a record survives JSON and contains no function or regular expression', () => {
  for (const format of formats) {
    expect(JSON.parse(JSON.stringify(format))).toEqual(format);
    for (const value of valuesIn(format)) expect(['string', 'boolean']).toContain(typeof value);
  }
});

describe('Aliases: names that other engines use for a format', () => {
  test.each([
    ['glm46', 'glm45'],
    ['glm47', 'glm45'],
    ['deepseek_v4', 'deepseek_v32'],
    ['deepseek_r1', 'deepseek_v3'],
    ['mistral_v7', 'mistral_v11'],
    ['mistral_v13', 'mistral_v11'],
    ['llama4_pythonic', 'pythonic'],
    ['qwen25', 'hermes'],
    ['qwen3', 'hermes'],
    ['gpt-oss', 'harmony'],
    ['openai', 'harmony'],
    ['gigachat3.1', 'gigachat3'],
    ['qwen3_xml', 'qwen3_coder'],
    ['nemotron3', 'qwen3_coder'],
    ['step3p5', 'qwen3_coder'],
    ['firefunction_v2', 'phi4_mini'],
    ['nemotron_json', 'nemotron_v2'],
    ['llama_nemotron_json', 'nemotron_v2'],
    ['nemotron_deci', 'nemotron_v2'],
    ['apriel-1.5', 'apriel'],
  ])('The alias %s stands for the format %s', (alias, id) => {
    expect(idsOf(findFormats(alias))).toEqual([id]);
  });

  test('Each alias belongs to one record and is neither an id nor a generic name', () => {
    const aliases = formats.flatMap((format) => format.aliases ?? []);
    expect(new Set(aliases).size).toBe(aliases.length);
    expect(aliases.filter((alias) => formatNames().includes(alias))).toEqual([]);
    for (const { id, aliases: own } of formats) {
      for (const alias of own ?? []) expect(idsOf(findFormats(alias))).toEqual([id]);
    }
  });
});

test.each(['', 'nonesuch', 'Hermes', 'constructor', '__proto__', 'toString'])(
  'findFormats returns undefined for the unknown name %j',
  (name) => {
    expect(findFormats(name)).toBeUndefined();
  },
);

describe('Properties of the whole catalogue', () => {
  test('A call ends the reasoning only in families that omit the closing marker', () => {
    const ending = formats.filter(({ reasoning }) => reasoning?.calls === 'ends');
    expect(idsOf(ending)).toEqual(['kimi_k2', 'qwen3_coder', 'glm45', 'minimax_m2', 'deepseek_v32']);
  });

  test('Exactly nine formats allow calls without a marker', () => {
    const bare = formats.filter((format) => 'bare' in format && format.bare === true);
    expect(idsOf(bare)).toEqual([
      'mistral_v3',
      'xlam',
      'llama3_json',
      'pure_json',
      'sarashina',
      'functionary_v3.2',
      'gemma4',
      'functiongemma',
      'pythonic',
    ]);
  });

  test('Every spelling of DSML has all of its tags', () => {
    const [format] = findFormats('deepseek_v32') ?? [];
    if (format?.skeleton !== 'tagged' || format.parameter.kind !== 'tags')
      throw new Error('The format deepseek_v32 is not tagged.');
    const spellings = format.open.map((marker) => marker.slice('<'.length, -'invoke'.length));
    expect(spellings).toEqual(['｜DSML｜', '‖DSML‖', '||DSML||', '｜｜DSML｜｜', '|DSML|']);
    expect(format.close).toEqual(spellings.map((bars) => `</${bars}invoke>`));
    expect(format.parameter.open).toEqual(spellings.map((bars) => `<${bars}parameter`));
    expect(format.parameter.close).toEqual(spellings.map((bars) => `</${bars}parameter>`));
    expect(format.section?.open).toEqual(
      spellings.flatMap((bars) => [`<${bars}function_calls>`, `<${bars}tool_calls>`]),
    );
    expect(format.section?.close).toEqual(
      spellings.flatMap((bars) => [`</${bars}function_calls>`, `</${bars}tool_calls>`]),
    );
  });
});

function idsOf(found: readonly Format[] | undefined): readonly string[] | undefined {
  return found?.map(({ id }) => id);
}

/** Returns all leaf values of a record. */
function valuesIn(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap(valuesIn);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(valuesIn) : [value];
}
