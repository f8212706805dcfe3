import type { FormatCase } from './case.ts';

/** Native calls are no text: nothing in a text is one. */
export const native: readonly FormatCase[] = [
  {
    name: 'a call of hermes is text',
    text: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    say: '<tool_call>\n{"name": "get_time", "arguments": {}}\n</tool_call>',
    calls: [],
  },
  {
    name: 'a call of Mistral is text',
    text: '[TOOL_CALLS]get_time[ARGS]{}',
    say: '[TOOL_CALLS]get_time[ARGS]{}',
    calls: [],
  },
  {
    name: 'a call of Qwen3-Coder is text',
    text: '<function=get_time>\n</function>',
    say: '<function=get_time>\n</function>',
    calls: [],
  },
  {
    name: 'a call of Harmony is text',
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
  { name: 'a Python list of calls is text', text: '[get_time()]', say: '[get_time()]', calls: [] },
  {
    name: 'a program is text',
    text: '```python\nprint(1)\n```',
    say: '```python\nprint(1)\n```',
    tools: 'code',
    calls: [],
  },
  {
    name: "thoughts are the server's to tell",
    text: '<think>Hm.</think>Yes.',
    say: '<think>Hm.</think>Yes.',
    calls: [],
  },
  {
    name: "thoughts that the prompt opened are the server's to tell",
    text: 'Hm.</think>Yes.',
    say: 'Hm.</think>Yes.',
    options: { startInReasoning: true },
    calls: [],
  },
  {
    name: 'white space and other scripts stay as they are',
    text: ' \n\t東京 🗼 \n',
    say: ' \n\t東京 🗼 \n',
    calls: [],
  },
  { name: 'ends of messages are text', text: 'Yes.<|im_end|></s>', say: 'Yes.<|im_end|></s>', calls: [] },
  {
    name: 'nothing is suppressed, for nothing is a call',
    text: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    say: '<tool_call>{"name": "get_time", "arguments": {}}</tool_call>',
    options: { toolChoice: 'none' },
    calls: [],
  },
];
