import { expect, test } from 'vitest';
import { failureOf, refusesTools } from './refusal.ts';

test.each([
  ['Ollama', 'registry.ollama.ai/library/x:latest does not support tools'],
  ['vLLM', '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set'],
  ['llama.cpp', 'tools param requires --jinja flag'],
  ['OpenRouter', 'No endpoints found that support tool use.'],
  ['Groq', '`tool calling` is not supported with this model'],
  ['Gemini', 'Function calling is not enabled for models/gemma-3'],
  ['other servers', 'Unsupported parameter: tools'],
])('The message of a server without tool support is recognised: %s', (_, message) => {
  expect(refusesTools(message)).toBe(true);
});

test.each([
  'Missing required parameter: tools[0].function',
  'tools.0.name: String should match a pattern',
  "Invalid schema for function 'look'",
  'max_tokens is not supported',
  'the model does not exist',
  `tool ${'x'.repeat(100_000)} not supported`,
])('A message about something else is not taken for missing tool support: %s', (message) => {
  expect(refusesTools(message)).toBe(false);
});

test.each([
  ['OpenAI, vLLM', 400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"],
  ['Anthropic', 400, 'prompt is too long: 210000 tokens > 200000 maximum'],
  [
    'Anthropic, counting the answer',
    400,
    'input length and `max_tokens` exceed context limit: 143291 + 64000 > 200000',
  ],
  ['vLLM', 400, 'The decoder prompt (length 9000) is longer than the maximum model length of 4096.'],
  ['LM Studio', 400, 'Trying to keep the first 9000 tokens when the model was loaded with context length of only 4096'],
  ['Ollama, when it truncates', 400, 'the prompt is longer than the context length currently set'],
  ['another server', 400, 'prompt too long; exceeded max context length by 12 tokens'],
  ['llama.cpp', 400, 'request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it'],
  ['Ollama', 400, 'the input length exceeds the context length'],
  ['an old llama.cpp', 500, 'the request exceeds the available context size. try increasing the context size'],
  ['Gemini', 400, 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).'],
  ['Groq', 413, 'Please reduce the length of the messages or completion.'],
  ['SGLang', 400, "The input (9000 tokens) is longer than the model's context length (8192 tokens)."],
  ['a reasoning model of OpenAI', 400, 'Input tokens exceed the configured limit of 272000 tokens.'],
  ['TGI', 422, 'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097.'],
  ['a server that limits the input', 400, "This model's maximum input length is 8000 tokens, but the prompt has 9000."],
])(
  'A prompt that is too long for %s is rejected with the code context_length_exceeded and not retried',
  (_, status, message) => {
    expect(failureOf('up', { status, message })).toEqual({
      kind: 'upstream-rejected',
      backend: 'up',
      status: 400,
      message,
      code: 'context_length_exceeded',
    });
  },
);

test.each([
  [400, 'Invalid value for temperature', 'upstream-rejected'],
  [400, 'tools[3].function.description: input too long, at most 1024 characters', 'upstream-rejected'],
  [400, 'The maximum input length is 64 characters', 'upstream-rejected'],
  [400, 'Please reduce the length of the stop sequences', 'upstream-rejected'],
  [500, 'CUDA out of memory while loading the context', 'upstream-failed'],
  [429, 'Rate limit reached: reduce the length of the pauses', 'upstream-busy'],
  [401, 'prompt is too long', 'upstream-credentials'],
] as const)('Status %i with "%s" is not reported as a prompt that is too long', (status, message, kind) => {
  const failure = failureOf('up', { status, message });
  expect(failure.kind).toBe(kind);
  expect(failure).not.toHaveProperty('code');
});
