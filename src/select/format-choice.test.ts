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

describe('Format in which tools are shown to a model', () => {
  proves('S1.format.native', 'The native format is chosen only if it is enabled and the model supports it', () => {
    expect(formatOf({ nativeTools: true })).toBe('native');
    expect(formatOf({ nativeTools: false })).toBe('hermes');
    expect(formatOf({ nativeTools: true, enabled: ['hermes'] })).toBe('hermes');
    expect(formatOf({ nativeTools: true, enabled: [] })).toBe('none');
  });

  proves(
    'S1.format.native',
    'Native support comes from the settings or the server, else from the model family, else it is assumed',
    () => {
      expect(formatOf({ model: 'qwen3:8b' })).toBe('native');
      expect(formatOf({ model: 'gemma3:4b' })).toBe('pythonic');
      expect(formatOf({ model: 'gemma3:4b', nativeTools: true })).toBe('native');
      expect(formatOf({ model: 'qwen3:8b', nativeTools: false })).toBe('hermes');
      expect(formatOf({ model: 'nobody-knows-it' })).toBe('native');
    },
  );

  proves(
    'S1.format.parse',
    'The text of a hosted model is not parsed in its family format, unless that format is chosen for it',
    () => {
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
    },
  );

  proves('S1.format.text', 'An enabled text format is available for every model', () => {
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
    'The name family means the format of the model’s family, or hermes if the family is unknown',
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

  proves('S1.format.code', 'The code format is chosen only if it is enabled and python_execution is available', () => {
    const code = { primary: 'code' };
    expect(formatOf({ ...code, hasPython: true })).toBe('code_mode');
    expect(formatOf({ ...code, hasPython: false })).toBe('native');
    expect(formatOf({ ...code, enabled: ['hermes'], hasPython: true })).toBe('hermes');
    expect(choose({ ...code, enabled: ['code', 'code_mode'] })).toMatchObject({ format: 'none', understood: [] });
  });

  proves(
    'S1.format.primary',
    'The primary format is chosen if it is available, else the first available one in formats.enabled',
    () => {
      const enabled = ['code', 'native', 'pure_json', 'hermes'];
      expect(formatOf({ enabled, primary: 'hermes' })).toBe('hermes');
      expect(formatOf({ enabled, primary: 'native' })).toBe('native');
      expect(formatOf({ enabled, primary: 'native', nativeTools: false })).toBe('pure_json');
      expect(formatOf({ enabled, primary: 'mistral' })).toBe('native');
      expect(formatOf({ enabled, primary: 'mistral', nativeTools: false })).toBe('pure_json');
      expect(formatOf({ enabled, primary: 'code', hasPython: true })).toBe('code_mode');
      const { primary: _, ...withoutPrimary } = DEFAULTS;
      expect(chooseFormat({ ...withoutPrimary, enabled }).format).toBe('native');
    },
  );

  proves(
    'S1.format.primary',
    'If no format is available, the model gets no tools, and the decision says why and what to change',
    () => {
      const { format, name, understood, decision, rejected } = choose({
        enabled: ['native', 'code'],
        nativeTools: false,
      });
      expect({ format, name, understood }).toEqual({ format: 'none', name: 'none', understood: [] });
      expect(decision).toEqual({
        rule: 'none-available',
        why: 'the model gets no tools, because no enabled format is available: "native" is not available because the settings or the server say that "mock" has no native tool calls; "code" is not available because python_execution is not available',
        flip: 'add "family" to formats.enabled',
      });
      expect(rejected.map((each) => each.name)).toEqual(['native', 'code']);
      expect(choose({ enabled: [] }).decision.why).toContain('formats.enabled is empty');
    },
  );

  test('formats.primary matches an enabled name that means the same format', () => {
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

describe('Formats that the model’s text is parsed with', () => {
  proves(
    'S1.format.parse',
    'Every enabled format is parsed, whichever is chosen, and the chosen one comes first',
    () => {
      const enabled = ['native', 'pure_json', 'family', 'mistral', 'code'];
      const understood = (input: Partial<FormatInput>) => choose({ enabled, model: 'glm-4.6', ...input }).understood;
      const rest = ['mistral_v3', 'mistral_v11'];
      expect(understood({})).toEqual(['pure_json', 'glm45', ...rest]);
      expect(understood({ primary: 'family' })).toEqual(['glm45', 'pure_json', ...rest]);
      expect(understood({ primary: 'mistral' })).toEqual([...rest, 'pure_json', 'glm45']);
      expect(understood({ nativeTools: false })).toEqual(['pure_json', 'glm45', ...rest]);
      expect(understood({ primary: 'code', hasPython: true })).toEqual(['code_mode', 'pure_json', 'glm45', ...rest]);
    },
  );

  proves(
    'S1.format.code',
    'A program in the text is only parsed if the model is asked for programs: otherwise it is an example',
    () => {
      const understood = (primary: string) =>
        choose({ enabled: ['native', 'hermes', 'code'], primary, hasPython: true }).understood;
      expect(understood('code')).toContain('code_mode');
      expect(understood('native')).not.toContain('code_mode');
      expect(understood('hermes')).not.toContain('code_mode');
    },
  );

  proves(
    'S1.format.parse',
    'If tools are described in text, bare JSON calls without markers are parsed too, after all enabled formats',
    () => {
      for (const nativeTools of [true, false]) {
        expect(choose({ model: 'qwen2.5:3b', nativeTools }).understood).toEqual(['hermes', 'pure_json']);
        expect(choose({ model: 'gemma-3-4b', nativeTools }).understood).toEqual(['pythonic', 'pure_json']);
      }
      expect(choose({ model: 'qwen3', enabled: ['native', 'hermes'] }).understood).toEqual(['hermes']);
      expect(choose({ model: 'qwen3', enabled: ['hermes', 'mistral_v3'] }).understood).toEqual([
        'hermes',
        'mistral_v3',
        'pure_json',
      ]);
      expect(choose({ model: 'gpt-4o', enabled: ['hermes'] }).understood).toEqual(['hermes']);
      expect(choose({ model: 'qwen3', primary: 'pure_json' })).toMatchObject({ format: 'native' });
    },
  );

  test('If a name means several formats, the one of the model’s family comes first', () => {
    expect(choose({ enabled: ['mistral'], model: 'devstral' }).understood.slice(0, 2)).toEqual([
      'mistral_v11',
      'mistral_v3',
    ]);
  });

  test('The code format is not parsed if Python cannot run', () => {
    expect(choose({ enabled: ['hermes', 'code'] }).understood).toEqual(['hermes', 'pure_json']);
  });
});

describe('Models that are not language models', () => {
  const pocket = (input: Partial<FormatInput>) => choose({ model: 'pocket', ignoresDescribedTools: true, ...input });

  proves(
    'S1.format.primary',
    'A model that is not a language model uses the native format, whatever formats.primary is',
    () => {
      for (const primary of ['native', 'family', 'hermes'])
        expect(pocket({ primary, enabled: ['native', 'family', 'hermes'] })).toMatchObject({ format: 'native' });
      expect(pocket({}).decision.why).toContain('is not a language model and takes tool definitions as data');
    },
  );

  proves(
    'S1.format.native',
    'A model that is not a language model gets no tools if the native format is not enabled',
    () => {
      const { format, decision } = pocket({ enabled: ['family', 'hermes'], primary: 'family' });
      expect(format).toBe('none');
      expect(decision.flip).toBe('add "native" to formats.enabled');
    },
  );
});

describe('Explanation of the format choice', () => {
  test.each<[string, Partial<FormatInput>, string, string]>([
    [
      'the primary format',
      { model: 'qwen3:8b' },
      'formats.primary is "native", which is available: by its name, "qwen3:8b" belongs to the family "qwen", which is trained on tool calls',
      'set formats.primary to "family"',
    ],
    [
      'the only enabled format',
      { enabled: ['hermes'], primary: 'hermes' },
      'formats.primary is "hermes", which is available: any language model can be instructed to use it',
      'add "native" to formats.enabled, and set formats.primary to "native"',
    ],
    [
      'another format, because the model does not support the primary one',
      { nativeTools: false },
      'formats.primary is "native", which is not available: the settings or the server say that "mock" has no native tool calls; "family" (hermes) is the first available format in formats.enabled: the family of "mock" is unknown, and hermes is the most common format',
      'set "nativeTools" to true for this model in "models"',
    ],
    [
      'another format, because the primary one is neither enabled nor supported',
      { enabled: ['hermes'], model: 'tinyllama' },
      'formats.primary is "native", which is not available: it is not in formats.enabled, and by its name, "tinyllama" belongs to the family "untrained", which is not trained on tool calls; "hermes" is the first available format in formats.enabled: any language model can be instructed to use it',
      'add "native" to formats.enabled, and set "nativeTools" to true for this model in "models"',
    ],
    [
      'the primary format, enabled as family',
      { model: 'qwen3', primary: 'hermes', enabled: ['native', 'family'] },
      'formats.primary is "hermes", which is enabled as "family" (hermes): by its name, "qwen3" belongs to the family "qwen", which writes hermes',
      'set formats.primary to "native"',
    ],
    [
      'the primary format, enabled under a narrower name',
      { model: 'qwen3', primary: 'mistral', enabled: ['native', 'mistral_v11'] },
      'formats.primary is "mistral", which is enabled as "mistral_v11": any language model can be instructed to use it',
      'set formats.primary to "native"',
    ],
    [
      'the family format of a hosted model, which needs instructions',
      { model: 'gpt-4o', enabled: ['family'], primary: 'family' },
      'formats.primary is "family" (hermes), which is available: by its name, "gpt-4o" belongs to the family "openai", which is instructed to write hermes',
      'add "native" to formats.enabled, and set formats.primary to "native"',
    ],
    [
      'the family format of an untrained model, which needs instructions',
      { model: 'gemma-3-4b', enabled: ['family'], primary: 'family' },
      'formats.primary is "family" (pythonic), which is available: by its name, "gemma-3-4b" belongs to the family "gemma-3", which is instructed to write pythonic',
      'remove "family" from formats.enabled',
    ],
    [
      'no format, because the primary one is only missing from formats.enabled',
      { enabled: ['native'], primary: 'hermes', nativeTools: false },
      'the model gets no tools, because no enabled format is available: "native" is not available because the settings or the server say that "mock" has no native tool calls; formats.primary is "hermes", but it is not in formats.enabled',
      'add "hermes" to formats.enabled',
    ],
  ])('The decision explains %s, and what would change it', (_, input, why, flip) => {
    expect(choose(input).decision).toMatchObject({ why, flip });
  });

  test('Every name that is not available comes with the reason', () => {
    expect(choose({ enabled: ['hermez', 'code', 'hermes'], nativeTools: false }).rejected).toEqual([
      {
        name: 'native',
        why: 'it is not in formats.enabled, and the settings or the server say that "mock" has no native tool calls',
      },
      { name: 'hermez', why: '"hermez" is not a format; did you mean "hermes"?' },
      { name: 'code', why: 'python_execution is not available' },
    ]);
    expect(choose({ primary: 'hermez' }).decision.why).toContain('formats.primary is "hermez", which is not available');
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

proves(
  ['S1.format.primary', 'S1.format.parse'],
  'For any settings, the choice is an enabled and available format, or none',
  () => {
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
          if (ids[0] === 'code_mode' && format !== 'code_mode') continue;
          if (!refused.has(each)) expect(understood).toEqual(expect.arrayContaining(ids));
        }
        expect(decision.why).not.toBe('');
        expect(decision.flip).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  },
);

proves('S1.format.primary', 'Following the advice of a format decision changes the chosen format', () => {
  fc.assert(
    fc.property(inputOf(known, model), (input) => {
      const { format, decision } = chooseFormat(input);
      expect(chooseFormat(follow(decision.flip, input)).format, decision.flip).not.toBe(format);
    }),
    { numRuns: 2_000 },
  );
});

/** Applies the advice of a flip to the input. */
function follow(flip: string, input: FormatInput): FormatInput {
  return flip.split(', and ').reduce(changed, input);
}

function changed(input: FormatInput, words: string): FormatInput {
  const names = [...words.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
  if (words.startsWith('set formats.primary to')) return { ...input, primary: names[0] ?? '' };
  if (words.startsWith('add')) return { ...input, enabled: [...input.enabled, ...names] };
  if (words.startsWith('remove')) return { ...input, enabled: input.enabled.filter((name) => !names.includes(name)) };
  if (words === 'set "nativeTools" to true for this model in "models"') return { ...input, nativeTools: true };
  if (words === 'make python_execution available') return { ...input, hasPython: true };
  throw new Error(`This test cannot apply the flip: ${words}`);
}
