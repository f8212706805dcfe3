import { TOKEN_COUNT, tokens, wholeText } from '../answers.ts';
import { nextQuestion, SYSTEM_PROMPT } from '../questions.ts';
import { type BenchWire, scattered } from './wire.ts';

/** Imitates Anthropic's server: named events, with a varying number of blanks before the last brace. */
export const anthropic: BenchWire = {
  backend: { kind: 'anthropic', basePath: '' },
  path: '/v1/messages',
  streamType: 'text/event-stream; charset=utf-8',
  question: (model, isStreamed) =>
    `{"model":"${model}","max_tokens":4096,"system":"${SYSTEM_PROMPT}","messages":[{"role":"user","content":"${nextQuestion()}"}],"stream":${isStreamed},"temperature":0.2}`,
  whole: (model) => Buffer.from(JSON.stringify(message(model, [{ type: 'text', text: wholeText }], 'end_turn'))),
  textIn,
  streamed,
  marks: {
    text: '"delta":{"type":"text_delta","text":',
    finish: '"stop_reason":"end_turn"',
    end: '"type":"message_stop"}\n\n',
  },
};

function streamed(model: string): readonly Buffer[] {
  const start = [
    event({ type: 'message_start', message: message(model, [], null) }, 1),
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }, 2),
    'event: ping\ndata: {"type": "ping"}\n\n',
  ].join('');
  const [first = '', ...others] = tokens.map((text, place) =>
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, place),
  );
  const delta = { stop_reason: 'end_turn', stop_sequence: null };
  const end = [
    event({ type: 'content_block_stop', index: 0 }, 3),
    event({ type: 'message_delta', delta, usage: USAGE }, 4),
    event({ type: 'message_stop' }, undefined),
  ].join('');
  return [start + first, ...others, end].map((text) => Buffer.from(text));
}

/** Writes one event. `place` determines the number of blanks; undefined adds none. */
function event(
  value: Readonly<Record<string, unknown>> & { readonly type: string },
  place: number | undefined,
): string {
  const blanks = place === undefined ? '' : ' '.repeat(scattered(place, MOST_BLANKS));
  return `event: ${value.type}\ndata: ${JSON.stringify(value).slice(0, -1)}${blanks}}\n\n`;
}

const MOST_BLANKS = 15;

function message(model: string, content: readonly object[], reason: string | null): object {
  const usage = reason === null ? { ...USAGE, output_tokens: 1 } : USAGE;
  const head = { model, id: 'msg_01Bench', type: 'message', role: 'assistant' };
  return { ...head, content, stop_reason: reason, stop_sequence: null, usage };
}

const USAGE = {
  input_tokens: 30,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
  output_tokens: TOKEN_COUNT,
};

function textIn(whole: string): unknown {
  const { content, stop_reason: reason } = JSON.parse(whole) as Message;
  return reason === 'end_turn' ? content[0]?.text : undefined;
}

interface Message {
  readonly content: readonly { readonly text: unknown }[];
  readonly stop_reason: unknown;
}
