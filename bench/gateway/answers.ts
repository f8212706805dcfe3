/** Text of the scripted upstream's answers. The answers are built once, so that sending them costs the upstream little. */
const SENTENCE = 'The gate way reads each token , writes "it" again\n and forgets it .'.split(' ');

export const TOKEN_COUNT = 200;

/** Tokens of a few characters each, like a model's; some need escaping in JSON. */
export const tokens: readonly string[] = Array.from({ length: TOKEN_COUNT }, (_, place) => {
  const word = SENTENCE[place % SENTENCE.length] ?? '';
  return place % 16 === 15 ? ` ${word} ${place}` : ` ${word}`;
});

export const wholeText = tokens.join('');

/** The one call that the model makes in a turn with a tool. */
export const toolCall = { name: 'take_note', arguments: '{"text":"forty-two"}', outcome: 'noted: forty-two' };

export function wholeAnswer(model: string): Buffer {
  return completion(model, { role: 'assistant', content: wholeText, refusal: null }, 'stop');
}

export function callAnswer(model: string): Buffer {
  const { name, arguments: text } = toolCall;
  const calls = [{ id: 'call_1', type: 'function', function: { name, arguments: text } }];
  return completion(model, { role: 'assistant', content: null, tool_calls: calls }, 'tool_calls');
}

/**
 * Returns the pieces of a stream, one per token. The first piece also has the role; the last has the finish reason, the usage
 * if requested, and the end marker. `beside` returns additional fields of an event.
 */
export function streamedAnswer(
  model: string,
  withUsage: boolean,
  beside: (place: number) => object = () => ({}),
): readonly Buffer[] {
  const role = event(model, [choice({ role: 'assistant', content: '', refusal: null }, null)], beside(0));
  const texts = tokens.map((content, place) => event(model, [choice({ content }, null)], beside(place + 1)));
  const usage = withUsage ? event(model, [], { usage: USAGE }) : '';
  const end = `${event(model, [choice({}, 'stop')])}${usage}data: [DONE]\n\n`;
  const [first = '', ...others] = texts;
  return [role + first, ...others, end].map((text) => Buffer.from(text));
}

function completion(model: string, message: object, finish: string): Buffer {
  const choices = [{ index: 0, message, logprobs: null, finish_reason: finish }];
  return Buffer.from(JSON.stringify({ ...envelope(model, 'chat.completion'), choices, usage: USAGE }));
}

function event(model: string, choices: readonly object[], more: object = {}): string {
  return `data: ${JSON.stringify({ ...envelope(model, 'chat.completion.chunk'), choices, ...more })}\n\n`;
}

function choice(delta: object, finish: string | null): object {
  return { index: 0, delta, logprobs: null, finish_reason: finish };
}

/** Returns the fields that are equal in every chunk, as in OpenAI's answers. */
function envelope(model: string, object: string): object {
  return { id: 'chatcmpl-bench', object, created: 1_700_000_000, model, system_fingerprint: 'fp_bench' };
}

const USAGE = { prompt_tokens: 30, completion_tokens: TOKEN_COUNT, total_tokens: 30 + TOKEN_COUNT };
