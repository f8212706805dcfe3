import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formats } from './catalogue/index.ts';
import { familyRows } from './families/table.ts';
import { wordsOfName } from './families/words.ts';
import { familyOf } from './families.ts';

describe('The words of a model name', () => {
  test.each<[string, string]>([
    ['qwen3:8b', 'qwen 3 8b'],
    ['Qwen2.5-Coder-7B', 'qwen 2.5 coder 7b'],
    ['glm-4p6', 'glm 4.6'],
    ['Llama-3_3-Nemotron', 'llama 3.3 nemotron'],
    ['Qwen3_8B', 'qwen 3 8b'],
    ['glm-4.5v', 'glm 4.5 v'],
    ['gemma-3n-E4B-it', 'gemma 3 n e 4b it'],
    ['mixtral:8x7b', 'mixtral 8 x 7b'],
    ['Cohere2MoE', 'cohere 2 moe'],
    ['SmolLM-1.7B', 'smollm 1.7b'],
    ['gpt-4o', 'gpt 4 o'],
    ['.._--::', ''],
    ['模型', ''],
  ])('The name %j is split into the words %j', (name, words) => {
    expect(wordsOfName(name).join(' ')).toBe(words);
  });
});

describe('The family of a model', () => {
  test.each<[string, string]>([
    ['qwen3:8b', 'hermes'],
    ['qwen2.5-coder:7b', 'hermes'],
    ['Qwen/Qwen3-30B-A3B-Instruct-2507', 'hermes'],
    ['Qwen/Qwen3-Coder-30B-A3B-Instruct-GGUF', 'qwen3_coder'],
    ['qwen3-coder:480b-cloud', 'qwen3_coder'],
    ['qwen3.5:4b', 'qwen3_coder'],
    ['hf.co/unsloth/gpt-oss-20b-GGUF:Q4_K_M', 'harmony'],
    ['openai.gpt-oss-120b-1:0', 'harmony'],
    ['mistral:7b', 'mistral_v3'],
    ['mistral-nemo', 'mistral_v3'],
    ['mistral-small:24b', 'mistral_v3'],
    ['mistralai/Mistral-Small-3.1-24B-Instruct-2503', 'mistral_v3'],
    ['mistral-small3.2:24b', 'mistral_v11'],
    ['ministral-8b', 'mistral_v3'],
    ['ministral-3b-2410', 'mistral_v3'],
    ['ministral-3:8b', 'mistral_v11'],
    ['mistralai/Devstral-Small-2507', 'mistral_v11'],
    ['magistral', 'mistral_v11'],
    ['codestral', 'mistral_v3'],
    ['glm-4.5-air', 'glm45'],
    ['glm-4.6', 'glm45'],
    ['accounts/fireworks/models/glm-4p6', 'glm45'],
    ['z-ai/glm-5', 'glm45'],
    ['glm-4-9b', 'hermes'],
    ['deepseek-r1:32b', 'deepseek_v3'],
    ['deepseek-r1-distill-qwen', 'deepseek_v3'],
    ['deepseek-ai/DeepSeek-R1-Distill-Llama-70B', 'deepseek_v3'],
    ['deepseek-chat-v3-0324', 'deepseek_v3'],
    ['deepseek/deepseek-chat-v3.1', 'deepseek_v31'],
    ['DeepSeek-V3.1-Terminus', 'deepseek_v31'],
    ['DeepSeek-V3.2-Exp', 'deepseek_v31'],
    ['deepseek-v3p2', 'deepseek_v32'],
    ['deepseek-v4-flash', 'deepseek_v32'],
    ['deepseek-coder-v2', 'hermes'],
    ['moonshotai/kimi-k2-thinking', 'kimi_k2'],
    ['kimi-k2.5', 'kimi_k2'],
    ['kimi-k3', 'kimi_k3'],
    ['llama3.1:8b-instruct-q4_0', 'llama3_json'],
    ['Meta-Llama-3.3-70B-Instruct', 'llama3_json'],
    ['meta.llama3-1-8b-instruct-v1:0', 'llama3_json'],
    ['llama-v3p1-8b-instruct', 'llama3_json'],
    ['Llama-4-Scout-17B-16E', 'pythonic'],
    ['llama3:8b', 'hermes'],
    ['tinyllama', 'hermes'],
    ['hermes-3-llama-3.1-8b', 'hermes'],
    ['NousResearch/Hermes-2-Pro-Llama-3-8B', 'hermes'],
    ['Salesforce/Llama-xLAM-2-8b-fc-r', 'xlam'],
    ['llama3-groq-tool-use', 'hermes'],
    ['ToolACE-2-Llama-3.1-8B', 'pythonic'],
    ['firefunction-v2', 'phi4_mini'],
    ['functionary-small-v3.1', 'functionary_v3.1'],
    ['functionary-medium-v3.2', 'functionary_v3.2'],
    ['phi-4-mini', 'phi4_mini'],
    ['phi4-mini:3.8b', 'phi4_mini'],
    ['phi4', 'hermes'],
    ['granite4:tiny', 'hermes'],
    ['granite3.3:8b', 'granite3'],
    ['granite-3.1-8b-instruct', 'granite3'],
    ['granite-20b-functioncalling', 'granite_20b_fc'],
    ['lfm2.5', 'lfm2'],
    ['minimax-m1', 'minimax_m1'],
    ['minimax-m2', 'minimax_m2'],
    ['MiniMaxAI/MiniMax-M3', 'minimax_m3'],
    ['gemma4', 'gemma4'],
    ['gemma3:4b', 'pythonic'],
    ['gemma-3n-E4B-it', 'pythonic'],
    ['gemma:2b', 'hermes'],
    ['functiongemma', 'functiongemma'],
    ['command-r7b', 'cohere_action'],
    ['command-a', 'cohere_action'],
    ['c4ai-command-r-plus-08-2024', 'command_r_plus'],
    ['nemotron-3-nano', 'qwen3_coder'],
    ['nvidia/NVIDIA-Nemotron-Nano-9B-v2', 'nemotron_v2'],
    ['Llama-3_3-Nemotron-Super-49B-v1_5', 'nemotron_v2'],
    ['seed-oss', 'seed_oss'],
    ['ernie-4.5', 'ernie45'],
    ['baidu/ERNIE-4.5-21B-A3B-Thinking', 'ernie45'],
    ['hunyuan-a13b', 'hunyuan_a13b'],
    ['tencent/Hy3-preview', 'hy_v3'],
    ['step3', 'step3'],
    ['Step-3.5-Flash', 'qwen3_coder'],
    ['qwen3-8b-sft-step-3', 'hermes'],
    ['olmo-3', 'olmo3'],
    ['jamba', 'jamba'],
    ['ai21-jamba-1.5-mini', 'jamba'],
    ['internlm', 'internlm2'],
    ['intern-s1', 'internlm2'],
    ['exaone', 'hermes'],
    ['smollm3', 'hermes'],
    ['LongCat-Flash-Chat', 'longcat'],
    ['ServiceNow-AI/Apriel-1.6-15b-Thinker', 'apriel'],
    ['swiss-ai/Apertus-8B-Instruct-2509', 'apertus'],
    ['ai-sage/GigaChat3-10B-A1.8B', 'gigachat3'],
    ['inkling', 'inkling'],
    ['sarashina2.2-3b', 'sarashina'],
    ['upstage/Solar-Open-100B', 'solar_open'],
    ['poolside/Laguna-XS', 'poolside_v1'],
    ['dots.llm1.inst', 'dots'],
    ['openbmb/MiniCPM4.1-8B', 'minicpm5'],
    ['muse-glimmer', 'muse_glimmer'],
  ])('The model %s writes the format %s', (name, format) => {
    expect(familyOf(name)?.format).toBe(format);
  });

  test.each([
    'gpt-4o',
    'gpt-4.1-mini',
    'gpt-5.2',
    'o3',
    'anthropic/claude-sonnet-4-5',
    'gemini-2.5-pro',
    'x-ai/grok-4',
  ])('The family of %s is served only by its maker', (name) => {
    expect(familyOf(name)).toMatchObject({ isHosted: true, native: true });
  });

  test.each(['mock', '', '/', 'constructor', '__proto__'])('No family is guessed for the name %j', (name) => {
    expect(familyOf(name)).toBeUndefined();
  });

  test('The last part of a path decides the family; the rest counts only if that part names no family', () => {
    expect(familyOf('hermes-fans/llama-3.1-8b')?.id).toBe('llama-3.1');
    expect(familyOf('C:\\models\\hermes\\glm-4.6.gguf')?.id).toBe('glm-4.5');
    expect(familyOf('Qwen3-8B-GGUF/model-q4_0.gguf')?.id).toBe('qwen');
  });

  test('A family states whether its chat template opens the reasoning', () => {
    const opens = (name: string) => familyOf(name)?.startsInReasoning;
    for (const name of ['deepseek-r1', 'qwq', 'Qwen3-4B-Thinking-2507', 'minimax-m2', 'glm-4.7', 'Olmo-3-7B-Think'])
      expect(opens(name), name).toBe(true);
    for (const name of ['qwen3', 'glm-4.6', 'gpt-oss', 'Olmo-3-7B-Instruct', 'kimi-k2-thinking'])
      expect(opens(name), name).toBe(false);
    for (const name of ['deepseek-v3.1', 'deepseek-v4', 'exaone-4.0', 'laguna-xs'])
      expect(opens(name), name).toBe('unknown');
  });

  test('A family states whether it was trained on tool calls', () => {
    for (const name of ['qwen3', 'llama3.1', 'gpt-oss', 'granite4']) expect(familyOf(name)?.native, name).toBe(true);
    for (const name of ['llama3', 'gemma3', 'phi4', 'deepseek-r1:8b', 'tinyllama', 'codestral:22b'])
      expect(familyOf(name)?.native, name).toBe(false);
  });

  test('Only the first and the last 200 characters of a long name are searched for a family', () => {
    expect(familyOf(`qwen3-${'x-'.repeat(1_000_000)}`)?.id).toBe('qwen');
    expect(familyOf(`${'x/'.repeat(1_000_000)}qwen3`)?.id).toBe('qwen');
    expect(familyOf(`${'x'.repeat(200)}-qwen3`)).toBeUndefined();
    expect(familyOf(`${'x'.repeat(200)}-qwen3-${'x'.repeat(200)}`)).toBeUndefined();
  });

  test('Separators, letter case and a path before the name do not change the family', () => {
    const separator = fc.constantFrom('-', '_', ' ', ':', '.');
    const before = fc.constantFrom('', 'hf.co/', 'some-one/', 'a\\b\\');
    fc.assert(
      fc.property(before, separator, fc.boolean(), (path, mark, isUpper) => {
        const name = `${path}qwen3${mark}coder${mark}30b`;
        expect(familyOf(isUpper ? name.toUpperCase() : name)?.id).toBe('qwen3-coder');
      }),
    );
  });

  test('Any text gives a family of the table or none', () => {
    const piece = fc.constantFrom('qwen', 'llama', '3', '.', '_', 'p', '8b', '-', '/', '*', ' ', '\u0000', 'İ', '🙂');
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 40 }).map((all) => all.join('')),
    );
    const ids = new Set([undefined, ...familyRows.map(({ id }) => id)]);
    fc.assert(
      fc.property(text, (name) => {
        expect(ids).toContain(familyOf(name)?.id);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('The table of families', () => {
  const named = familyRows.flatMap(({ id, names }) => names.map((name) => [id, name] as const));

  test('No name of a row is matched by an earlier row', () => {
    const taken = named
      .map(([id, name]) => ({ id, name, told: familyOf(name.replaceAll(' * ', ' x ').replaceAll(' ', '-'))?.id }))
      .filter(({ id, told }) => id !== told);
    expect(taken).toEqual([]);
  });

  test('Every name is written in the words that wordsOfName returns, and every id is unique', () => {
    for (const [, name] of named) {
      const words = name.replaceAll(' * ', ' ');
      expect(wordsOfName(words.replaceAll(' ', '-')).join(' ')).toBe(words);
    }
    expect(new Set(familyRows.map(({ id }) => id)).size).toBe(familyRows.length);
  });

  test('The families use every format of the catalogue except the two without a family, and no other format', () => {
    const withoutFamily = ['pure_json', 'code_mode'];
    const reached = new Set([...familyRows.map(({ format }) => format), ...withoutFamily]);
    expect([...reached].sort()).toEqual(formats.map(({ id }) => id).sort());
  });

  test('A family starts in reasoning only if its format has reasoning markers', () => {
    const thinking = new Set(formats.filter(({ reasoning }) => reasoning !== undefined).map(({ id }) => id));
    const wrong = familyRows.filter(
      ({ startsInReasoning, format }) => startsInReasoning !== false && !thinking.has(format),
    );
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
