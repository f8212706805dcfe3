import type { RawFormat } from '../format.ts';
import { think } from './shared.ts';

/** The formats whose calls are one string: a program. */
export const raw: readonly RawFormat[] = [
  {
    id: 'code_mode',
    families: ['CodeMode / python tool'],
    skeleton: 'raw',
    reasoning: think,
    // The reader reads the rest of a fence's line by itself: the name of the language has many spellings.
    open: ['```python\n', ...fences(['```', '````', '~~~']), '```tool_code\n', '<|python_tag|>'],
    // The reader accepts a closing fence only at the beginning or end of a line and outside strings, which may contain fences.
    close: ['```'],
    ignored: ['<|eom_id|>', '<|eot_id|>'],
    // Without a tool that runs Python, a fenced program is part of the answer.
    onlyKnown: true,
    name: 'python_execution',
    argument: 'code',
    outcome: {
      open: '<program_output>\n',
      close: '\n</program_output>',
      // Without this advice, small models thank the user for the output.
      advice: '\n\nAnswer my question with this output, or write another program.',
    },
  },
];

/** Returns the beginnings of the lines that open a program. */
function fences(signs: readonly string[]): readonly string[] {
  const languages = ['py', 'Py', 'PY', ' py', ' Py', '{py'];
  return signs.flatMap((sign) => languages.map((language) => `${sign}${language}`));
}
