import type { FormatCase } from './case.ts';

/** "code": the generic name of code_mode. */
export const code: readonly FormatCase[] = [
  {
    name: 'One program',
    text: '```python\nimport math\nprint(math.pi)\n```',
    tools: 'code',
    calls: [{ name: 'python_execution', arguments: { code: 'import math\nprint(math.pi)' } }],
  },
  {
    name: 'Two programs with text between them',
    text: '```py\na()\n```\nthen\n```py\nb()\n```',
    tools: 'code',
    say: '\nthen\n',
    calls: [
      { name: 'python_execution', arguments: { code: 'a()' } },
      { name: 'python_execution', arguments: { code: 'b()' } },
    ],
  },
  {
    name: 'The text before and after a call is kept',
    text: 'I shall count.\n```python\nprint(len("añb"))\n```\nOne moment.',
    tools: 'code',
    say: 'I shall count.\n\nOne moment.',
    calls: [{ name: 'python_execution', arguments: { code: 'print(len("añb"))' } }],
  },
  {
    name: 'A program with characters that JSON escapes',
    text: '```python\nprint("\\\\", \'\\t\', " ")\n```',
    tools: 'code',
    calls: [{ name: 'python_execution', arguments: { code: 'print("\\\\", \'\\t\', " ")' } }],
  },
  {
    name: 'A call in JSON is text in this format',
    text: '{"name": "python_execution", "arguments": {"code": "1"}}',
    tools: 'code',
    say: '{"name": "python_execution", "arguments": {"code": "1"}}',
    calls: [],
  },
  {
    name: 'A Hermes call is text in this format',
    text: '<tool_call>{"name": "python_execution", "arguments": {"code": "1"}}</tool_call>',
    tools: 'code',
    say: '<tool_call>{"name": "python_execution", "arguments": {"code": "1"}}</tool_call>',
    calls: [],
  },
  {
    name: 'A Python block is part of the answer if no tool runs Python',
    text: '```python\nprint(1)\n```',
    say: '```python\nprint(1)\n```',
    calls: [],
  },
  {
    name: 'A program without its closing fence ends with the text',
    text: '```python\nwhile True:\n  ',
    tools: 'code',
    calls: [{ name: 'python_execution', arguments: { code: 'while True:\n  ' } }],
    isOpenEnded: true,
  },
  {
    name: 'With an empty tool list, the call is text',
    text: '```python\nprint(1)\n```',
    tools: 'none',
    say: '```python\nprint(1)\n```',
    calls: [],
  },
  {
    name: 'toolChoice "none" suppresses the program',
    text: '```python\nprint(1)\n```',
    tools: 'code',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: "A program after Llama's marker",
    text: 'Now: <|python_tag|>print("now")',
    tools: 'code',
    say: 'Now: ',
    calls: [{ name: 'python_execution', arguments: { code: 'print("now")' } }],
  },
];
