import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { findFormats, formatNames } from '../formats/index.ts';
import { chooseFormat, type FormatInput } from './format-choice.ts';

const DEFAULTS: FormatInput = {
  enabled: ['native', 'family', 'code'],
  primary: 'native',
  model: 'mock',
  nativeTools: undefined,
  hasPython: false,
};

const choose = (input: Partial<FormatInput>) => chooseFormat({ ...DEFAULTS, ...input });
const formatOf = (input: Partial<FormatInput>) => choose(input).format;
const rejectedBy = (input: Partial<FormatInput>) => choose(input).rejected.map(({ name }) => name);

describe('which format a model is told', () => {
  proves('S1.format.native', 'native only if it is enabled and the model does native tool calling', () => {
    expect(formatOf({ nativeTools: true })).toBe('native');
    expect(formatOf({ nativeTools: false })).toBe('hermes');
    expect(formatOf({ nativeTools: true, enabled: ['hermes'] })).toBe('hermes');
    expect(formatOf({ nativeTools: true, enabled: [] })).toBe('none');
  });

  proves(
    'S1.format.native',
    'whether a model does so is known, else told by its family, else taken for granted',
    () => {
      expect(formatOf({ model: 'qwen3:8b' })).toBe('native');
      expect(formatOf({ model: 'gemma3:4b' })).toBe('pythonic');
      expect(formatOf({ model: 'gemma3:4b', nativeTools: true })).toBe('native');
      expect(formatOf({ model: 'qwen3:8b', nativeTools: false })).toBe('hermes');
      expect(formatOf({ model: 'nobody-knows-it' })).toBe('native');
    },
  );

  proves('S1.format.parse', 'a model that its makers alone serve writes no calls into its text, unless it must', () => {
    for (const model of ['gpt-4o', 'claude-sonnet-4-5', 'google/gemini-2.5-pro']) {
      expect(choose({ model })).toMatchObject({ format: 'native', understood: [] });
      expect(choose({ model, enabled: ['native', 'family', 'mistral'] }).understood).toEqual([
        'mistral_v3',
        'mistral_v11',
      ]);
      expect(choose({ model, primary: 'family' })).toMatchObject({ format: 'hermes', understood: ['hermes'] });
      expect(choose({ model, nativeTools: false })).toMatchObject({ format: 'hermes', understood: ['hermes'] });
    }
    expect(choose({ model: 'mock' }).understood).toEqual(['hermes', 'pure_json']);
  });

  proves('S1.format.text', 'a text format whenever it is enabled, whatever the model is', () => {
    const names = formatNames().filter((name) => !['native', 'code', 'code_mode'].includes(name));
    for (const name of names) {
      for (const nativeTools of [true, false, undefined]) {
        const { format, rejected } = choose({ enabled: [name], primary: name, nativeTools });
        expect(findFormats(name)?.map(({ id }) => id)).toContain(format);
        expect(rejected).toEqual([]);
      }
    }
  });

  proves(
    'S1.format.text',
    'the family’s own stands for what its models write, and for hermes where none is known',
    () => {
      const family = (model: string) => formatOf({ model, nativeTools: false });
      expect(family('Qwen/Qwen3-Coder-30B-A3B-Instruct')).toBe('qwen3_coder');
      expect(family('gpt-oss:20b')).toBe('harmony');
      expect(family('glm-4.6')).toBe('glm45');
      expect(family('nobody-knows-it')).toBe('hermes');
      expect(formatOf({ enabled: ['mistral'], model: 'devstral' })).toBe('mistral_v11');
      expect(formatOf({ enabled: ['mistral'], model: 'qwen3' })).toBe('mistral_v3');
    },
  );

  test('code only if it is enabled and Python can run', () => {
    const code = { primary: 'code' };
    expect(formatOf({ ...code, hasPython: true })).toBe('code_mode');
    expect(formatOf({ ...code, hasPython: false })).toBe('native');
    expect(formatOf({ ...code, enabled: ['hermes'], hasPython: true })).toBe('hermes');
    expect(choose({ ...code, enabled: ['code', 'code_mode'] })).toMatchObject({ format: 'none', understood: [] });
  });

  proves('S1.format.primary', 'the primary one if it is available, else the first enabled that is', () => {
    const enabled = ['code', 'native', 'pure_json', 'hermes'];
    expect(formatOf({ enabled, primary: 'hermes' })).toBe('hermes');
    expect(formatOf({ enabled, primary: 'native' })).toBe('native');
    expect(formatOf({ enabled, primary: 'native', nativeTools: false })).toBe('pure_json');
    expect(formatOf({ enabled, primary: 'mistral' })).toBe('native');
    expect(formatOf({ enabled, primary: 'mistral', nativeTools: false })).toBe('pure_json');
    expect(formatOf({ enabled, primary: 'code', hasPython: true })).toBe('code_mode');
    const { primary: _, ...withoutPrimary } = DEFAULTS;
    expect(chooseFormat({ ...withoutPrimary, enabled }).format).toBe('native');
  });

  proves('S1.format.primary', 'if none is available there are no tools, and it says why and what would help', () => {
    const { format, name, understood, decision, rejected } = choose({
      enabled: ['native', 'code'],
      nativeTools: false,
    });
    expect({ format, name, understood }).toEqual({ format: 'none', name: 'none', understood: [] });
    expect(decision).toEqual({
      rule: 'none-available',
      why: 'no format of formats.enabled is available, so the model gets no tools: "native", because "mock" does no native tool calls, by the settings or its server; "code", because python_execution is not available',
      flip: 'add "family" to formats.enabled',
    });
    expect(rejected.map((each) => each.name)).toEqual(['native', 'code']);
    expect(choose({ enabled: [] }).decision.why).toContain('it is empty');
  });

  test('a primary one may go by the name of the format that another enabled name stands for', () => {
    const model = 'glm-4.6';
    expect(choose({ model, primary: 'glm45' })).toMatchObject({
      format: 'glm45',
      name: 'family',
      decision: { rule: 'primary' },
    });
    expect(choose({ model, primary: 'family', enabled: ['native', 'glm45'] })).toMatchObject({
      format: 'glm45',
      name: 'glm45',
    });
    expect(formatOf({ primary: 'mistral', enabled: ['native', 'mistral_v11'] })).toBe('mistral_v11');
    expect(formatOf({ model, primary: 'hermes' })).toBe('native');
  });
});

describe('which formats are understood', () => {
  proves('S1.format.parse', 'every enabled one, whichever is told; that one first', () => {
    const enabled = ['native', 'pure_json', 'family', 'mistral', 'code'];
    const understood = (input: Partial<FormatInput>) => choose({ enabled, model: 'glm-4.6', ...input }).understood;
    const rest = ['mistral_v3', 'mistral_v11'];
    expect(understood({})).toEqual(['pure_json', 'glm45', ...rest]);
    expect(understood({ primary: 'family' })).toEqual(['glm45', 'pure_json', ...rest]);
    expect(understood({ primary: 'mistral' })).toEqual([...rest, 'pure_json', 'glm45']);
    expect(understood({ nativeTools: false })).toEqual(['pure_json', 'glm45', ...rest]);
    expect(understood({ hasPython: true })).toEqual(['pure_json', 'glm45', ...rest, 'code_mode']);
  });

  proves('S1.format.parse', 'a family’s own, and behind it the same call without markers', () => {
    for (const nativeTools of [true, false]) {
      expect(choose({ model: 'qwen2.5:3b', nativeTools }).understood).toEqual(['hermes', 'pure_json']);
      expect(choose({ model: 'gemma-3-4b', nativeTools }).understood).toEqual(['pythonic', 'pure_json']);
    }
    expect(choose({ model: 'qwen3', enabled: ['native', 'hermes'] }).understood).toEqual(['hermes']);
    expect(choose({ model: 'qwen3', primary: 'pure_json' })).toMatchObject({ format: 'native' });
  });

  test('of the spellings of one name, the model’s own comes first', () => {
    expect(choose({ enabled: ['mistral'], model: 'devstral' }).understood).toEqual(['mistral_v11', 'mistral_v3']);
  });

  test('a program is text where nobody can run it', () => {
    expect(choose({ enabled: ['hermes', 'code'] }).understood).toEqual(['hermes']);
  });
});

describe('what is no language model', () => {
  const pocket = (input: Partial<FormatInput>) => choose({ model: 'pocket', isTextless: true, ...input });

  proves('S1.format.primary', 'is told of tools as they are, whatever is primary', () => {
    for (const primary of ['native', 'family', 'hermes'])
      expect(pocket({ primary, enabled: ['native', 'family', 'hermes'] })).toMatchObject({ format: 'native' });
    expect(pocket({}).decision.why).toContain('is no language model: it takes tools as they are');
  });

  proves('S1.format.native', 'gets none where native calls are not enabled', () => {
    const { format, decision } = pocket({ enabled: ['family', 'hermes'], primary: 'family' });
    expect(format).toBe('none');
    expect(decision.flip).toBe('add "native" to formats.enabled');
  });
});

describe('why', () => {
  test.each<[string, Partial<FormatInput>, string, string]>([
    [
      'the primary one',
      { model: 'qwen3:8b' },
      '"native" is formats.primary, and available: "qwen3:8b" is of the family "qwen" by its name, which is trained on tool calls',
      'set formats.primary to "family"',
    ],
    [
      'the only one',
      { enabled: ['hermes'], primary: 'hermes' },
      '"hermes" is formats.primary, and available: any model can be told to write it',
      'add "native" to formats.enabled, and set formats.primary to "native"',
    ],
    [
      'another, as the model cannot',
      { nativeTools: false },
      '"native" is formats.primary, and not available: "mock" does no native tool calls, by the settings or its server; "family" (hermes) is the first of formats.enabled that is available: the family of "mock" is not known, and hermes is the most common',
      'set "nativeTools" to true for this model, in "models"',
    ],
    [
      'another, as it is not enabled and the model cannot',
      { enabled: ['hermes'], model: 'tinyllama' },
      '"native" is formats.primary, and not available: it is not in formats.enabled, and "tinyllama" is of the family "untrained" by its name, which is not trained on tool calls; "hermes" is the first of formats.enabled that is available: any model can be told to write it',
      'add "native" to formats.enabled, and set "nativeTools" to true for this model, in "models"',
    ],
    [
      'the primary one, under the name of its family',
      { model: 'qwen3', primary: 'hermes', enabled: ['native', 'family'] },
      '"hermes" is formats.primary, and enabled as "family" (hermes): "qwen3" is of the family "qwen" by its name, which writes hermes',
      'set formats.primary to "native"',
    ],
    [
      'the primary one, under a narrower name',
      { model: 'qwen3', primary: 'mistral', enabled: ['native', 'mistral_v11'] },
      '"mistral" is formats.primary, and enabled as "mistral_v11": any model can be told to write it',
      'set formats.primary to "native"',
    ],
    [
      'what a family is told, and does not write by itself',
      { model: 'gpt-4o', enabled: ['family'], primary: 'family' },
      '"family" (hermes) is formats.primary, and available: "gpt-4o" is of the family "openai" by its name, which is told hermes',
      'add "native" to formats.enabled, and set formats.primary to "native"',
    ],
    [
      'what an untrained family is told',
      { model: 'gemma-3-4b', enabled: ['family'], primary: 'family' },
      '"family" (pythonic) is formats.primary, and available: "gemma-3-4b" is of the family "gemma-3" by its name, which is told pythonic',
      'take "family" out of formats.enabled',
    ],
    [
      'none, though the primary one lacks nothing but being enabled',
      { enabled: ['native'], primary: 'hermes', nativeTools: false },
      'no format of formats.enabled is available, so the model gets no tools: "native", because "mock" does no native tool calls, by the settings or its server; "hermes" is formats.primary, and it is not in formats.enabled',
      'add "hermes" to formats.enabled',
    ],
  ])('%s', (_, input, why, flip) => {
    expect(choose(input).decision).toMatchObject({ why, flip });
  });

  test('every name that is not available says why', () => {
    expect(choose({ enabled: ['hermez', 'code', 'hermes'], nativeTools: false }).rejected).toEqual([
      {
        name: 'native',
        why: 'it is not in formats.enabled, and "mock" does no native tool calls, by the settings or its server',
      },
      { name: 'hermez', why: '"hermez" is no format; did you mean "hermes"?' },
      { name: 'code', why: 'python_execution is not available' },
    ]);
    expect(choose({ primary: 'hermez' }).decision.why).toContain('"hermez" is formats.primary, and not available');
    expect(rejectedBy({ nativeTools: true, enabled: ['native', 'hermes'] })).toEqual([]);
  });
});

const known = fc.constantFrom(
  'native',
  'family',
  'code',
  'hermes',
  'mistral',
  'mistral_v11',
  'harmony',
  'pure_json',
  'code_mode',
);
const model = fc.constantFrom('mock', 'qwen3', 'gemma3', 'gpt-oss', 'devstral', 'deepseek-r1', '', 'constructor');
const inputOf = (name: fc.Arbitrary<string>, of: fc.Arbitrary<string>): fc.Arbitrary<FormatInput> =>
  fc.record(
    {
      enabled: fc.array(name, { maxLength: 6 }),
      primary: name,
      model: of,
      nativeTools: fc.constantFrom(true, false, undefined),
      hasPython: fc.boolean(),
    },
    { requiredKeys: ['enabled', 'model', 'nativeTools', 'hasPython'] },
  );

proves(['S1.format.primary', 'S1.format.parse'], 'whatever is enabled, the choice is one of it or none', () => {
  const any = fc.oneof(known, fc.string({ unit: 'binary' }), fc.constantFrom('constructor', '__proto__', 'gpt-oss'));
  fc.assert(
    fc.property(inputOf(any, fc.oneof(model, fc.string({ unit: 'binary' }))), (input) => {
      const { format, name, understood, decision, rejected } = chooseFormat(input);
      const refused = new Set(rejected.map((each) => each.name));
      expect(name === 'none' ? 'none' : input.enabled).toContain(name);
      expect(format === 'none').toBe(input.enabled.every((each) => refused.has(each)));
      if (format !== 'none' && format !== 'native') expect(understood[0]).toBe(format);
      expect(new Set(understood).size).toBe(understood.length);
      for (const id of understood) expect(findFormats(id)?.[0]?.id).toBe(id);
      for (const each of input.enabled) {
        const ids = findFormats(each)?.map(({ id }) => id) ?? [];
        if (!refused.has(each)) expect(understood).toEqual(expect.arrayContaining(ids));
      }
      expect(decision.why).not.toBe('');
      expect(decision.flip).not.toBe('');
    }),
    { numRuns: 2_000 },
  );
});

proves('S1.format.primary', 'doing what a decision says would turn it turns it', () => {
  fc.assert(
    fc.property(inputOf(known, model), (input) => {
      const { format, decision } = chooseFormat(input);
      expect(chooseFormat(follow(decision.flip, input)).format, decision.flip).not.toBe(format);
    }),
    { numRuns: 2_000 },
  );
});

/** Changes the input as the words of a flip say. */
function follow(flip: string, input: FormatInput): FormatInput {
  return flip.split(', and ').reduce(changed, input);
}

function changed(input: FormatInput, words: string): FormatInput {
  const names = [...words.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  if (words.startsWith('set formats.primary to')) return { ...input, primary: names[0] ?? '' };
  if (words.startsWith('add')) return { ...input, enabled: [...input.enabled, ...names] };
  if (words.startsWith('take')) return { ...input, enabled: input.enabled.filter((name) => !names.includes(name)) };
  if (words === 'set "nativeTools" to true for this model, in "models"') return { ...input, nativeTools: true };
  if (words === 'make python_execution available') return { ...input, hasPython: true };
  throw new Error(`nobody knows how to follow: ${words}`);
}
