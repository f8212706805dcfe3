import { TOKEN_COUNT, tokens, wholeText } from '../answers.ts';
import { conversation } from '../questions.ts';
import { type BenchWire, scattered } from './wire.ts';

/** Imitates Ollama's server: lines of JSON, each with its time in nanoseconds. */
export const ollama: BenchWire = {
  backend: { kind: 'ollama', basePath: '' },
  path: '/api/chat',
  streamType: 'application/x-ndjson',
  question: (model, isStreamed) =>
    `{"model":"${model}","messages":[${conversation()}],"stream":${isStreamed},"options":{"temperature":0.2}}`,
  whole: (model) => Buffer.from(line(model, 0, wholeText, ENDING)),
  textIn,
  streamed,
  marks: { text: '"message":{"role":"assistant","content":', finish: '"done_reason":"stop"', end: '}\n' },
  facts: new Map<string, object>([
    [
      '/api/show',
      {
        details: { format: 'gguf', family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' },
        capabilities: ['completion', 'tools'],
        model_info: {
          'general.architecture': 'qwen3',
          'general.parameter_count': 8_190_735_360,
          'qwen3.context_length': 40_960,
        },
      },
    ],
    ['/api/ps', { models: [] }],
  ]),
};

function streamed(model: string): readonly Buffer[] {
  const texts = tokens.map((text, place) => `${line(model, place, text, { done: false })}\n`);
  return [...texts, `${line(model, TOKEN_COUNT, '', ENDING)}\n`].map((text) => Buffer.from(text));
}

function line(model: string, place: number, content: string, more: object): string {
  const message = { role: 'assistant', content };
  return JSON.stringify({ model, created_at: momentOf(place), message, ...more });
}

/** Returns a time stamp, about 20 ms after the one before, without trailing zeros, as Go writes it. */
function momentOf(place: number): string {
  const nanoseconds = String(place * 20_000_000 + scattered(place, 19_999_999)).padStart(10, '0');
  const [seconds, fraction] = [nanoseconds.slice(0, -9), nanoseconds.slice(-9).replace(/0+$/, '')];
  return `2026-01-01T00:00:${seconds.padStart(2, '0')}.${fraction}Z`;
}

const ENDING = {
  done: true,
  done_reason: 'stop',
  total_duration: 4_183_722_901,
  load_duration: 61_382_716,
  prompt_eval_count: 30,
  prompt_eval_duration: 88_211_442,
  eval_count: TOKEN_COUNT,
  eval_duration: 4_012_209_338,
};

function textIn(whole: string): unknown {
  const { message, done_reason: reason } = JSON.parse(whole) as Answer;
  return reason === 'stop' ? message.content : undefined;
}

interface Answer {
  readonly message: { readonly content: unknown };
  readonly done_reason: unknown;
}
