/** Models that write tool calls in the same way, because they were trained on the same template. */
export interface Family {
  readonly id: string;
  /** The id of the format that the family writes. */
  readonly format: string;
  /**
   * True if the template opens the reasoning block, so that the answer contains only the closing marker; `unknown` if this
   * depends on the request or on the version. Irrelevant if the server removes the reasoning from the text.
   */
  readonly startsInReasoning: boolean | 'unknown';
  /** True if the family was trained on tool calls, so that a server that knows its template supports native calls. */
  readonly native: boolean;
  /** True if only the vendor serves the models and parses their calls, so that calls never appear in the text. */
  readonly isHosted?: boolean;
}

/**
 * A family and the model names that identify it, as words in the form that `wordsOfName` returns. ` * ` matches any words.
 *
 * The first matching row wins. So a family that was derived from another family's models comes before that family (Hermes,
 * xLAM and R1's distillations before Llama and Qwen), and a specific version comes before the general row.
 */
interface FamilyRow extends Family {
  readonly names: readonly string[];
}

const TRAINED = { startsInReasoning: false, native: true } as const;
const THINKING = { startsInReasoning: true, native: true } as const;
/** The request or the version decides whether the answer starts in reasoning. */
const HYBRID = { startsInReasoning: 'unknown', native: true } as const;
const HOSTED = { startsInReasoning: false, native: true, isHosted: true } as const;
/**
 * Not trained on tool calls, or trained on calls that no server parses. Such a family uses hermes, unless the vendor's own
 * prompts use another format.
 */
const UNTRAINED = { startsInReasoning: false, native: false } as const;

export const familyRows: readonly FamilyRow[] = [
  // Families that were derived from other families' models and have a format of their own.
  { id: 'hermes', format: 'hermes', ...TRAINED, names: ['hermes', 'openhermes', 'deephermes'] },
  { id: 'xlam', format: 'xlam', ...TRAINED, names: ['xlam'] },
  { id: 'toolace', format: 'pythonic', ...TRAINED, names: ['toolace', 'watt tool'] },
  { id: 'groq-tool-use', format: 'hermes', ...TRAINED, names: ['groq * tool use'] },
  { id: 'firefunction', format: 'phi4_mini', ...TRAINED, names: ['firefunction'] },
  { id: 'functionary-3.1', format: 'functionary_v3.1', ...TRAINED, names: ['functionary * 3.1'] },
  { id: 'functionary', format: 'functionary_v3.2', ...TRAINED, names: ['functionary'] },
  { id: 'deepseek-r1-0528', format: 'deepseek_v3', ...HYBRID, names: ['deepseek r 1 * 0528'] },
  { id: 'deepseek-r1', format: 'deepseek_v3', startsInReasoning: true, native: false, names: ['deepseek r 1'] },
  { id: 'cogito-deepseek', format: 'deepseek_v3', ...TRAINED, names: ['cogito * 671b', 'cogito * deepseek'] },
  { id: 'cogito', format: 'hermes', ...TRAINED, names: ['cogito'] },
  { id: 'apriel-1.5', format: 'apriel', ...HYBRID, names: ['apriel 1.5'] },
  { id: 'apriel', format: 'apriel', ...THINKING, names: ['apriel'] },
  { id: 'nemotron-3', format: 'qwen3_coder', ...THINKING, names: ['nemotron 3'] },
  { id: 'nemotron-nano-2', format: 'nemotron_v2', ...THINKING, names: ['nemotron nano * v 2'] },
  {
    id: 'llama-nemotron',
    format: 'nemotron_v2',
    ...HYBRID,
    names: ['nemotron nano', 'nemotron super', 'nemotron ultra'],
  },
  { id: 'nemotron', format: 'llama3_json', ...TRAINED, names: ['nemotron'] },
  { id: 'ornith', format: 'qwen3_coder', ...THINKING, names: ['ornith'] },

  // Families with a unique name.
  { id: 'gpt-oss', format: 'harmony', ...TRAINED, names: ['gpt oss', 'gptoss'] },
  {
    id: 'openai',
    format: 'hermes',
    ...HOSTED,
    names: ['gpt 3.5', 'gpt 4', 'gpt 5', 'chatgpt', 'o 1', 'o 3', 'o 4'],
  },
  { id: 'claude', format: 'hermes', ...HOSTED, names: ['claude'] },
  { id: 'gemini', format: 'hermes', ...HOSTED, names: ['gemini'] },
  { id: 'grok', format: 'hermes', ...HOSTED, names: ['grok'] },
  { id: 'functiongemma', format: 'functiongemma', ...TRAINED, names: ['functiongemma', 'function gemma'] },
  { id: 'kimi-k3', format: 'kimi_k3', ...THINKING, names: ['kimi k 3'] },
  { id: 'kimi-k2.5', format: 'kimi_k2', ...THINKING, names: ['kimi k 2.5', 'kimi k 2.6', 'kimi k 2.7'] },
  { id: 'kimi-untrained', format: 'hermes', ...UNTRAINED, names: ['kimi dev', 'kimi vl'] },
  { id: 'kimi', format: 'kimi_k2', ...TRAINED, names: ['kimi'] },
  { id: 'minimax-m3', format: 'minimax_m3', ...TRAINED, names: ['minimax m 3'] },
  { id: 'minimax-m1', format: 'minimax_m1', ...TRAINED, names: ['minimax m 1', 'minimax text'] },
  { id: 'minimax', format: 'minimax_m2', ...THINKING, names: ['minimax'] },
  { id: 'glm-4.7', format: 'glm45', ...THINKING, names: ['glm 4.7', 'glm 5'] },
  { id: 'glm-4.5', format: 'glm45', ...TRAINED, names: ['glm 4.5', 'glm 4.6'] },
  { id: 'glm', format: 'hermes', ...UNTRAINED, names: ['glm', 'chatglm'] },
  { id: 'ling-3', format: 'glm45', ...HYBRID, names: ['ling 3'] },
  { id: 'ling', format: 'hermes', ...TRAINED, names: ['ling', 'ring 1t', 'ring flash', 'ring mini'] },
  { id: 'ernie-thinking', format: 'ernie45', ...THINKING, names: ['ernie * thinking'] },
  { id: 'ernie', format: 'ernie45', ...UNTRAINED, names: ['ernie'] },
  { id: 'hunyuan-3', format: 'hy_v3', ...TRAINED, names: ['hy 3', 'hunyuan 3'] },
  { id: 'hunyuan', format: 'hunyuan_a13b', ...TRAINED, names: ['hunyuan'] },
  { id: 'seed-oss', format: 'seed_oss', ...TRAINED, names: ['seed oss'] },
  { id: 'longcat', format: 'longcat', ...TRAINED, names: ['longcat'] },
  { id: 'jamba', format: 'jamba', ...TRAINED, names: ['jamba'] },
  { id: 'apertus', format: 'apertus', ...TRAINED, names: ['apertus'] },
  { id: 'gigachat', format: 'gigachat3', ...TRAINED, names: ['gigachat'] },
  { id: 'inkling', format: 'inkling', ...TRAINED, names: ['inkling'] },
  { id: 'sarashina', format: 'sarashina', ...TRAINED, names: ['sarashina'] },
  { id: 'solar-open', format: 'solar_open', ...TRAINED, names: ['solar open'] },
  { id: 'solar-pro', format: 'hermes', ...TRAINED, names: ['solar pro'] },
  { id: 'laguna', format: 'poolside_v1', ...HYBRID, names: ['laguna'] },
  { id: 'muse-glimmer', format: 'muse_glimmer', ...TRAINED, names: ['glimmer'] },
  { id: 'dots', format: 'dots', ...TRAINED, names: ['dots'] },
  { id: 'minicpm', format: 'minicpm5', ...TRAINED, names: ['minicpm 4', 'minicpm 5'] },
  { id: 'lfm', format: 'lfm2', ...TRAINED, names: ['lfm'] },
  { id: 'olmo-3-think', format: 'olmo3', ...THINKING, names: ['olmo 3 * think'] },
  { id: 'olmo-3', format: 'olmo3', ...TRAINED, names: ['olmo 3'] },
  { id: 'intern-s2', format: 'qwen3_coder', ...HYBRID, names: ['intern s 2', 'interns 2'] },
  { id: 'intern-s1', format: 'internlm2', ...HYBRID, names: ['intern s 1', 'interns 1'] },
  { id: 'internlm', format: 'internlm2', ...TRAINED, names: ['internlm'] },
  { id: 'exaone-untrained', format: 'hermes', ...UNTRAINED, names: ['exaone deep', 'exaone 3'] },
  { id: 'exaone', format: 'hermes', ...HYBRID, names: ['exaone'] },
  { id: 'smollm', format: 'hermes', ...TRAINED, names: ['smollm 2', 'smollm 3'] },
  { id: 'trinity', format: 'hermes', ...TRAINED, names: ['trinity'] },
  { id: 'reka', format: 'hermes', ...TRAINED, names: ['reka'] },
  { id: 'bielik', format: 'hermes', ...TRAINED, names: ['bielik'] },
  { id: 'mimo-vl', format: 'hermes', ...TRAINED, names: ['mimo vl'] },
  { id: 'mimo', format: 'qwen3_coder', ...HYBRID, names: ['mimo'] },

  // Families with several generations.
  {
    id: 'command-reasoning',
    format: 'cohere_action',
    ...HYBRID,
    names: ['command a reasoning', 'command 4', 'cohere 2 moe', 'cohere north'],
  },
  {
    id: 'command-a',
    format: 'cohere_action',
    ...TRAINED,
    names: ['command r 7b', 'command a', 'command 3'],
  },
  { id: 'command-r', format: 'command_r_plus', ...TRAINED, names: ['command r'] },
  {
    id: 'granite-20b-functioncalling',
    format: 'granite_20b_fc',
    ...TRAINED,
    names: ['granite 20b functioncalling', 'granite 20b function'],
  },
  { id: 'granite-code', format: 'hermes', ...UNTRAINED, names: ['granite * code'] },
  { id: 'granite-3', format: 'granite3', ...TRAINED, names: ['granite 3'] },
  { id: 'granite', format: 'hermes', ...TRAINED, names: ['granite'] },
  { id: 'phi-4-mini-reasoning', format: 'hermes', ...UNTRAINED, names: ['phi 4 mini * reasoning'] },
  { id: 'phi-4-mini', format: 'phi4_mini', ...TRAINED, names: ['phi 4 mini', 'phi 4 multimodal'] },
  { id: 'gemma-4', format: 'gemma4', ...TRAINED, names: ['gemma 4'] },
  { id: 'gemma-3', format: 'pythonic', ...UNTRAINED, names: ['gemma 3', 'medgemma'] },
  {
    id: 'mistral-untrained',
    format: 'mistral_v3',
    ...UNTRAINED,
    names: [
      'codestral 22b',
      'codestral mamba',
      'mathstral',
      'mistral 7b * v 0.1',
      'mistral 7b * v 0.2',
      'mixtral 8 x 7b',
    ],
  },
  {
    id: 'mistral-new',
    format: 'mistral_v11',
    ...TRAINED,
    names: [
      'magistral',
      'devstral',
      'voxtral',
      'ministral 3',
      'mistral small 3.2',
      'mistral small 4',
      'mistral small * 2506',
      'mistral medium',
      'mistral large 3',
      'mistral large * 2512',
    ],
  },
  {
    id: 'mistral',
    format: 'mistral_v3',
    ...TRAINED,
    names: ['mistral', 'mixtral', 'ministral', 'pixtral', 'codestral'],
  },
  {
    id: 'deepseek-untrained',
    format: 'hermes',
    ...UNTRAINED,
    names: ['deepseek coder', 'deepseek llm', 'deepseek math', 'deepseek vl', 'deepseek ocr', 'deepseek * v 2'],
  },
  { id: 'deepseek-v3.1', format: 'deepseek_v31', ...HYBRID, names: ['deepseek * v 3.1', 'deepseek * v 3.2 exp'] },
  { id: 'deepseek-v3.2', format: 'deepseek_v32', ...HYBRID, names: ['deepseek * v 3.2', 'deepseek * v 4'] },
  { id: 'deepseek-v3', format: 'deepseek_v3', ...TRAINED, names: ['deepseek * v 3'] },
  { id: 'deepseek', format: 'deepseek_v32', ...HYBRID, names: ['deepseek'] },
  { id: 'qwen3-coder', format: 'qwen3_coder', ...TRAINED, names: ['qwen 3 * coder'] },
  { id: 'qwen3.5', format: 'qwen3_coder', ...THINKING, names: ['qwen 3.5', 'qwen 3.6', 'qwen 3.7', 'qwen 3.8'] },
  { id: 'qwen-thinking', format: 'hermes', ...THINKING, names: ['qwq', 'qwen 3 * thinking'] },
  { id: 'qwen-untrained', format: 'hermes', ...UNTRAINED, names: ['qwen 2 vl', 'qwen 1.5', 'codeqwen', 'qvq'] },
  { id: 'qwen', format: 'hermes', ...TRAINED, names: ['qwen'] },
  { id: 'llama-4', format: 'pythonic', ...TRAINED, names: ['llama 4'] },
  {
    id: 'llama-3.1',
    format: 'llama3_json',
    ...TRAINED,
    names: ['llama 3.1', 'llama 3.2', 'llama 3.3', 'llama 3 1', 'llama 3 2', 'llama 3 3', 'llama v 3'],
  },

  // Last, because the name of a training run may end like this: `…-step-3`.
  { id: 'step-3.5', format: 'qwen3_coder', ...THINKING, names: ['step 3.5'] },
  { id: 'step-3', format: 'step3', ...HYBRID, names: ['step 3'] },
  {
    id: 'untrained',
    format: 'hermes',
    ...UNTRAINED,
    names: [
      'llama',
      'tinyllama',
      'codellama',
      'gemma',
      'codegemma',
      'phi',
      'minicpm',
      'olmo',
      'olmoe',
      'smollm',
      'solar',
      'aya',
      'falcon',
      'yi',
      'stablelm',
      'starcoder',
      'vicuna',
      'wizardlm',
      'zephyr',
      'internvl',
    ],
  },
];
