import { toolCall } from './answers.ts';

/** Returns a request body. Each contains a different question, so that the gateway sees a new conversation each time. */
export function question(model: string, { isStreamed }: { readonly isStreamed: boolean }): string {
  return `{"model":"${model}","messages":[${conversation()}],"stream":${isStreamed},"temperature":0.2}`;
}

/** Returns the second request of a client that runs the tool itself: the question, the call and its result. */
export function followUp(model: string): string {
  return `{"model":"${model}","messages":[${conversation()},${EXCHANGE}],"stream":false,"temperature":0.2}`;
}

/** Returns a question that was not used before. */
export function nextQuestion(): string {
  asked++;
  return `Question ${String(asked).padStart(9, '0')}: what does a gateway do all day?`;
}

let asked = 0;

export const SYSTEM_PROMPT = 'You are a helpful assistant. Answer in a few plain sentences.';

/** Returns the messages as JSON without the enclosing brackets. */
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
