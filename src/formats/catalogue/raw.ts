import type { RawFormat } from '../format.ts';

/** The formats whose calls are one string: a program. */
export const raw: readonly RawFormat[] = [
  {
    id: 'code_mode',
    families: ['CodeMode / python tool'],
    skeleton: 'raw',
    open: ['```python\n', '```py\n', '```python \n', '```python\r\n', '<|python_tag|>'],
    // The reader accepts a closing fence only at the beginning of a line: a string in the program may contain a fence.
    close: ['```'],
    ignored: ['<|eom_id|>', '<|eot_id|>'],
    // Without a tool that runs Python, a fenced program is part of the answer.
    onlyKnown: true,
    name: 'python_execution',
    argument: 'code',
  },
];
