import type { FormatCase } from './case.ts';

/** "native": native calls are not text, so no text contains a call. */
export const native: readonly FormatCase[] = [
  {
    name: 'A Hermes call is text',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    say: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    calls: [],
  },
  {
    name: 'A Mistral call is text',
    text: '[TOOL_CALLS]get_time[ARGS]{}',
    say: '[TOOL_CALLS]get_time[ARGS]{}',
    calls: [],
  },
  {
    name: 'A Qwen3-Coder call is text',
    text: '<function=get_time>\n</function>',
    say: '<function=get_time>\n</function>',
    calls: [],
  },
  {
    name: 'A Harmony call is text',
    text: '<|channel|>commentary to=functions.get_time<|message|>{}<|call|>',
    say: '<|channel|>commentary to=functions.get_time<|message|>{}<|call|>',
    calls: [],
  },
  {
    name: 'JSON alone is text',
    text: '{"name": "get_time", "arguments": {}}',
    say: '{"name": "get_time", "arguments": {}}',
    calls: [],
  },
  { name: 'A Python list of calls is text', text: '[get_time()]', say: '[get_time()]', calls: [] },
  {
    name: 'A program is text',
    text: '```python\nprint(1)\n```',
    say: '```python\nprint(1)\n```',
    tools: 'code',
    calls: [],
  },
  {
    name: 'Reasoning tags are text, because the server separates the reasoning',
    text: '<think>Hm.</think>Yes.',
    say: '<think>Hm.</think>Yes.',
    calls: [],
  },
  {
    name: 'Reasoning that the prompt opened is text, because the server separates the reasoning',
    text: 'Hm.</think>Yes.',
    say: 'Hm.</think>Yes.',
    options: { startInReasoning: true },
    calls: [],
  },
  {
    name: 'White space and non-Latin text stay unchanged',
    text: ' \n\t東京 🗼 \n',
    say: ' \n\t東京 🗼 \n',
    calls: [],
  },
  { name: 'End-of-message tokens are text', text: 'Yes.<|im_end|></s>', say: 'Yes.<|im_end|></s>', calls: [] },
  {
    name: 'toolChoice "none" suppresses nothing, because nothing is a call',
    text: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    say: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    options: { toolChoice: 'none' },
    calls: [],
  },
];
