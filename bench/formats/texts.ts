import type { Format } from '../../src/formats/index.ts';
import { writeCalls } from '../../src/formats/index.ts';

/** Tools with one string parameter each. */
export const tools = [
  toolOf('write_file', 'content'),
  toolOf('python_execution', 'code'),
  toolOf('get_weather', 'city'),
] as const;

function toolOf(name: string, argument: string) {
  return { name, description: name, parameters: { type: 'object', properties: { [argument]: { type: 'string' } } } };
}

/** Returns prose without any character that is special in a format. */
export function prose(characters: number): string {
  return SENTENCE.repeat(Math.ceil(characters / SENTENCE.length)).slice(0, characters);
}

const SENTENCE = 'The quick brown fox says hello to you; it costs 12 (or more), and it is worth that. ';

/** Returns Markdown as models write it, with headings, code and links. */
export function markdown(characters: number): string {
  return PAGE.repeat(Math.ceil(characters / PAGE.length)).slice(0, characters);
}

const PAGE = `# A title

Some *words* with \`code\`, a [link](https://example.org) and <b>tags</b>.

\`\`\`ts
const found: Map<string, number> = new Map();
if (found.size > 3 && rest < 4) return found.get('a') ?? list[0];
\`\`\`

- Functions > 1
- Actions for all
`;

/** Returns one call, written in `format`, with one argument of `characters` characters. */
export function longCall(format: Format, characters: number): string {
  const isRaw = format.skeleton === 'raw';
  const given = isRaw ? { code: prose(characters) } : { content: prose(characters) };
  return writeCalls(format, [{ id: 'a1b2c3d4e', name: isRaw ? 'python_execution' : 'write_file', arguments: given }]);
}

/** Names and texts of unfinished constructs, each to be repeated up to a megabyte. */
export const hostile: readonly (readonly [string, string])[] = [
  ['openers', '<tool_call>'],
  ['openers and braces', '<tool_call>{'],
  ['openers and names', '<tool_call>{"name": "'],
  ['openers and arguments', '<tool_call>{"name": "write_file", "arguments": {"content": "'],
  ['functions', '<function=write_file><parameter=content>'],
  ['other openers', '[TOOL_CALLS]write_file[ARGS]{'],
  ['headers', '<|channel|>commentary to=functions.write_file'],
  ['Gemma calls', '<|tool_call>call:write_file{content:<|"|>'],
  ['Python calls', '[write_file(content='],
  ['fences', '```'],
  ['braces', '{'],
  ['brackets', '['],
  ['quotes', '"'],
  ['backslashes', '\\'],
  ['angles', '<'],
  ['white space', ' '],
];
