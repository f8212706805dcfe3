import type { FormatCase } from './case.ts';

/** The plain name of code_mode. */
export const code: readonly FormatCase[] = [
  {
    name: 'one program',
    text: '```python\nimport math\nprint(math.pi)\n```',
    tools: 'code',
    calls: [{ name: 'python_execution', arguments: { code: 'import math\nprint(math.pi)' } }],
  },
  {
    name: 'two programs with text between them',
    text: '```py\na()\n```\nthen\n```py\nb()\n```',
    tools: 'code',
    say: '\nthen\n',
    calls: [
      { name: 'python_execution', arguments: { code: 'a()' } },
      { name: 'python_execution', arguments: { code: 'b()' } },
    ],
  },
  {
    name: 'text before and after',
    text: 'I shall count.\n```python\nprint(len("añb"))\n```\nOne moment.',
    tools: 'code',
    say: 'I shall count.\n\nOne moment.',
    calls: [{ name: 'python_execution', arguments: { code: 'print(len("añb"))' } }],
  },
  {
    name: 'letters that JSON escapes',
    text: '```python\nprint("\\\\", \'\\t\', " ")\n```',
    tools: 'code',
    calls: [{ name: 'python_execution', arguments: { code: 'print("\\\\", \'\\t\', " ")' } }],
  },
  {
    name: 'a call in JSON is prose here',
    text: '{"name": "python_execution", "arguments": {"code": "1"}}',
    tools: 'code',
    say: '{"name": "python_execution", "arguments": {"code": "1"}}',
    calls: [],
  },
  {
    name: 'a call of hermes is prose here',
    text: '<tool_call>{"name": "python_execution", "arguments": {"code": "1"}}</tool_call>',
    tools: 'code',
    say: '<tool_call>{"name": "python_execution", "arguments": {"code": "1"}}</tool_call>',
    calls: [],
  },
  {
    name: 'an answer in Python where nobody runs it',
    text: '```python\nprint(1)\n```',
    say: '```python\nprint(1)\n```',
    calls: [],
  },
  {
    name: 'cut within the program',
    text: '```python\nwhile True:\n  ',
    tools: 'code',
    calls: [],
    notices: ['incomplete'],
  },
  {
    name: 'without tools it is text',
    text: '```python\nprint(1)\n```',
    tools: 'none',
    say: '```python\nprint(1)\n```',
    calls: [],
  },
  {
    name: 'a choice of no tools leaves the program out',
    text: '```python\nprint(1)\n```',
    tools: 'code',
    options: { toolChoice: 'none' },
    calls: [],
    notices: ['suppressed'],
  },
  {
    name: 'behind the marker of Llama',
    text: 'Now: <|python_tag|>print("now")',
    tools: 'code',
    say: 'Now: ',
    calls: [{ name: 'python_execution', arguments: { code: 'print("now")' } }],
  },
];
