import type { RawFormat } from '../format.ts';

/** The formats whose calls are one string. */
export const raw: readonly RawFormat[] = [
  {
    id: 'code_mode',
    families: ['CodeMode / python tool'],
    skeleton: 'raw',
    open: ['```python\n', '```py\n', '```python \n', '```python\r\n', '<|python_tag|>'],
    // A fence closes at a line's beginning only: a program may hold one within a string.
    close: ['```'],
    ignored: ['<|eom_id|>', '<|eot_id|>'],
    // A fenced program is an answer as well, where there is nobody to run it.
    onlyKnown: true,
    name: 'python_execution',
    argument: 'code',
  },
];
