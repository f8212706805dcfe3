import { toolCall } from './answers.ts';

/** Request bodies. Each asks something else: to the gateway it is a conversation of its own, as in life. */
export function question(model: string, { isStreamed }: { readonly isStreamed: boolean }): string {
  return `{"model":"${model}","messages":[${conversation()}],"stream":${isStreamed},"temperature":0.2}`;
}

/** What a client sends that runs the tool by itself: the question, the call, and the call's outcome. */
export function followUp(model: string): string {
  return `{"model":"${model}","messages":[${conversation()},${EXCHANGE}],"stream":false,"temperature":0.2}`;
}

/** The next question: nobody has asked it before. */
export function nextQuestion(): string {
  asked++;
  return `Question ${String(asked).padStart(9, '0')}: what does a gateway do all day?`;
}

let asked = 0;

export const SYSTEM_PROMPT = 'You are a helpful assistant. Answer in a few plain sentences.';

/** The messages, without the brackets around them. */
export function conversation(): string {
  return `{"role":"system","content":"${SYSTEM_PROMPT}"},{"role":"user","content":"${nextQuestion()}"}`;
}

const EXCHANGE = [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: toolCall.name, arguments: toolCall.arguments } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: toolCall.outcome },
]
  .map((message) => JSON.stringify(message))
  .join(',');
