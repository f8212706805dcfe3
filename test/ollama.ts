import { type Action, head, type Play, reply, type ScriptedCall, wait } from './upstream.ts';

/**
 * Scripted answers of Ollama for the upstream: lines of JSON or one object, as the request asks.
 *
 *     const upstream = await startUpstream({ tells: ollamaTells({ capabilities: ['completion', 'tools'] }) });
 *     upstream.script(ollamaText('Hello'), ollamaCalls([{ name: 'search', args: { q: 'x' } }]));
 *     upstream.script([...ndjson([ollamaLine({ content: 'Hel' })]), wait(50), reset]);
 */
export interface OllamaAnswerOptions {
  readonly thinking?: string;
  /** `done_reason`. */
  readonly reason?: string;
  /** Token counts: `[prompt, answer]`. */
  readonly tokens?: readonly [number, number];
  /** Pause before each line. */
  readonly everyMs?: number;
}

/** An answer with text. */
export function ollamaText(text: string, options: OllamaAnswerOptions = {}): Play {
  return ollamaAnswer({ content: text }, piecesOf(text).map(contentOf), options);
}

/** An answer with calls, after the text if there is one. Each call is complete and has its own line. */
export function ollamaCalls(
  calls: readonly ScriptedCall[],
  { text = '', ...options }: OllamaAnswerOptions & { readonly text?: string } = {},
): Play {
  const written = calls.map(({ name, args = {}, id }, index) => ({
    id: id ?? `call_${index}`,
    function: { index, name, arguments: args },
  }));
  const lines = [...piecesOf(text).map(contentOf), ...written.map((call) => ({ content: '', tool_calls: [call] }))];
  return ollamaAnswer({ content: text, tool_calls: written }, lines, options);
}

/** A line of a stream. */
export function ollamaLine(message: object, more: object = {}): object {
  return { ...envelope(), message: { role: 'assistant', content: '', ...message }, done: false, ...more };
}

/** The last line of a stream. */
export function ollamaDone({ reason = 'stop', tokens: [prompt, answer] = [11, 7] }: OllamaAnswerOptions = {}): object {
  return ollamaLine({}, ending(reason, prompt, answer));
}

/** Sends these lines. A string is sent unchanged, an object as JSON. */
export function ndjson(lines: readonly (object | string)[]): Action[] {
  const written = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));
  return [head(200, { 'content-type': 'application/x-ndjson' }), ...written.map((line) => `${line}\n`)];
}

export interface OllamaModel {
  readonly name?: string;
  readonly capabilities?: readonly string[];
  /** Context window that the model was trained with. */
  readonly contextTokens?: number;
  readonly parameterCount?: number;
  /** The Modelfile's `num_ctx`. */
  readonly chosenTokens?: number;
  /** Context window that the model is loaded with; undefined if it is not loaded. */
  readonly loadedTokens?: number;
}

/** Ollama's facts about a model, for the option `tells` of a scripted upstream. */
export function ollamaTells({
  name = 'mock',
  capabilities = ['completion', 'tools'],
  contextTokens = 40_960,
  parameterCount = 8_190_735_360,
  chosenTokens,
  loadedTokens,
}: OllamaModel = {}): Readonly<Record<string, object>> {
  const details = { format: 'gguf', family: 'qwen3', parameter_size: '8.2B', quantization_level: 'Q4_K_M' };
  const stop = `stop                           "<|im_end|>"`;
  const loaded = { name: `${name}:latest`, model: `${name}:latest`, details, context_length: loadedTokens };
  return {
    '/api/show': {
      details,
      capabilities,
      parameters: chosenTokens === undefined ? stop : `${stop}\nnum_ctx                        ${chosenTokens}`,
      model_info: {
        'general.architecture': 'qwen3',
        'general.parameter_count': parameterCount,
        'qwen3.context_length': contextTokens,
      },
    },
    '/api/ps': { models: loadedTokens === undefined ? [] : [loaded] },
  };
}

function ollamaAnswer(message: object, lines: readonly object[], options: OllamaAnswerOptions): Play {
  const { thinking = '', reason = 'stop', tokens: [prompt, answer] = [11, 7], everyMs } = options;
  return (request) => {
    if (request.body.stream === false) {
      const whole = { ...(thinking !== '' && { thinking }), ...message };
      return reply(200, ollamaLine(whole, ending(reason, prompt, answer)));
    }
    const thoughts = piecesOf(thinking).map((piece) => ({ thinking: piece }));
    const said = [...thoughts, ...lines].map((each) => ollamaLine(each));
    const written = ndjson([...said, ollamaDone(options)]);
    return everyMs === undefined ? written : written.flatMap((action) => [wait(everyMs), action]);
  };
}

function envelope(): object {
  return { model: 'mock', created_at: '2026-01-01T00:00:00.000000000Z' };
}

function ending(reason: string, prompt: number, answer: number): object {
  const counts = { prompt_eval_count: prompt, prompt_eval_duration: 2e6, eval_count: answer, eval_duration: 3e6 };
  return { done: true, done_reason: reason, total_duration: 6e6, load_duration: 1e6, ...counts };
}

function contentOf(content: string): object {
  return { content };
}

/** Splits a text into pieces of four characters. No character is split. */
function piecesOf(text: string): string[] {
  return Array.from(text.matchAll(/.{1,4}/gsu), ([piece]) => piece);
}
