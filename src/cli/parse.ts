import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { isRecord, messageOf } from '../core/index.ts';
import { createReader, type ReaderEvent, type ReaderOptions } from '../formats/index.ts';
import type { Flags } from '../settings/index.ts';
import { exitCodes, type PlainCommand } from './command.ts';
import { formatsNamed } from './formats.ts';
import type { Terminal } from './terminal.ts';

export const parse: PlainCommand = {
  name: 'parse',
  usage: 'parse --format NAME[,NAME…]',
  summary: "Read the tool calls in a model's text, from standard input",
  details: [
    'Prints what is read as it comes: one event a line, as JSON.',
    '',
    '--format NAME[,NAME…]   how calls may be written ("toolpath formats" lists the names); the first that can',
    '                        read a call does',
    '--tools FILE            the tools that may be called: JSON, a list as in a request, or { "tools": [ … ] };',
    '                        without it any name may be one',
    '--chunk N               the text comes N letters at a time; without it as it arrives',
    '--in-reasoning          the prompt has opened the reasoning already',
    '--choice none|auto      none: calls are read, and left out',
    '',
    `For example: echo '<tool_call>{"name": "now", "arguments": {}}</tool_call>' | toolpath parse --format hermes`,
  ],
  words: { least: 0, most: 0 },
  needs: 'nothing',
  flags: {
    format: { type: 'string', multiple: true },
    tools: { type: 'string' },
    chunk: { type: 'string' },
    'in-reasoning': { type: 'boolean' },
    choice: { type: 'string' },
  },
  async run(_words, { flags, terminal }) {
    const asked = readFlags(flags);
    if (!asked.ok) {
      terminal.say(`toolpath: ${asked.message}\nRun "toolpath help parse" to see what there is.`);
      return exitCodes.misused;
    }
    if (process.stdin.isTTY) terminal.say("Waiting for a model's text on standard input; Ctrl-D ends it.");
    await readAll(process.stdin, asked, terminal);
    return exitCodes.ok;
  },
};

interface Asked {
  readonly ok: true;
  readonly options: ReaderOptions;
  /** How many letters a piece has; undefined: as they arrive. */
  readonly letters: number | undefined;
}

async function readAll(input: AsyncIterable<Uint8Array>, { options, letters }: Asked, terminal: Terminal) {
  const reader = createReader(options);
  const texts = decoded(input);
  for await (const text of letters === undefined ? texts : cut(texts, letters)) await tell(reader.push(text), terminal);
  await tell(reader.end(), terminal);
}

/** Waits until the events are written, so that a slow reader slows the parser down. */
async function tell(events: readonly ReaderEvent[], { output, foreign }: Terminal): Promise<void> {
  if (events.length === 0) return;
  await write(output, events.map((event) => `${foreign(JSON.stringify(event))}\n`).join(''));
}

function write(output: Writable, text: string): Promise<void> {
  return new Promise((resolve) => void output.write(text, () => resolve()));
}

function readFlags(flags: Flags): Asked | { readonly ok: false; readonly message: string } {
  const wrong = (message: string) => ({ ok: false, message }) as const;
  const names = namesIn(flags.format);
  if (names.length === 0) return wrong('use it like this: toolpath parse --format NAME[,NAME…]');
  const named = formatsNamed(names);
  if (!named.ok) return named;
  if (named.formats.length === 0) return wrong('native calls are no text: name a format that is written as text');
  const { chunk, choice } = flags;
  const letters = typeof chunk === 'string' ? Number(chunk) : undefined;
  if (letters !== undefined && !(Number.isSafeInteger(letters) && letters > 0))
    return wrong(`--chunk: expected a whole number of letters, 1 or more, got ${JSON.stringify(chunk)}`);
  if (choice !== undefined && choice !== 'none' && choice !== 'auto')
    return wrong(`--choice: expected none or auto, got ${JSON.stringify(choice)}`);
  const tools = typeof flags.tools === 'string' ? readToolsFile(flags.tools) : undefined;
  if (tools?.ok === false) return tools;
  return {
    ok: true,
    letters,
    options: {
      formats: named.formats,
      tools: tools?.tools,
      toolChoice: choice,
      startInReasoning: flags['in-reasoning'] === true,
    },
  };
}

/** `--format a,b --format c` → a, b, c. */
function namesIn(given: Flags[string]): readonly string[] {
  return [given]
    .flat()
    .flatMap((names) => (typeof names === 'string' ? names.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Bytes as text, as they arrive: the first half of a divided letter waits for the second. */
export async function* decoded(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of input) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** The same text in pieces of so many letters, however it arrives; an emoji is one letter. */
export async function* cut(texts: AsyncIterable<string>, letters: number): AsyncGenerator<string> {
  let piece = '';
  let count = 0;
  for await (const text of texts) {
    for (const letter of text) {
      piece += letter;
      if (++count < letters) continue;
      yield piece;
      piece = '';
      count = 0;
    }
  }
  if (piece !== '') yield piece;
}

export type ToolsFile =
  | { readonly ok: true; readonly tools: readonly unknown[] }
  | { readonly ok: false; readonly message: string };

/** A list of tools in a file, in the shape of a request: `[…]`, or `{"tools": […]}`. */
export function readToolsFile(file: string): ToolsFile {
  const wrong = (what: string): ToolsFile => ({ ok: false, message: `--tools: ${file} ${what}` });
  let text: string;
  let json: unknown;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return wrong(`cannot be read: ${REASONS.get(Reflect.get(Object(error), 'code')) ?? String(error)}`);
  }
  try {
    json = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return wrong(`is not JSON: ${messageOf(error)}`);
  }
  const tools = isRecord(json) ? json.tools : json;
  if (!Array.isArray(tools)) return wrong('holds no list of tools: write [ … ] or { "tools": [ … ] }');
  const nameless = tools.findIndex((tool) => !hasName(tool));
  return nameless === -1 ? { ok: true, tools } : wrong(`is not usable: tool ${nameless + 1} has no name`);
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'it may not be read'],
]);

/** Whether a tool has a name, in any of the shapes that a Reader accepts. */
function hasName(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  if (isRecord(tool.function)) return hasName(tool.function);
  return [tool.lc_name, tool.name].some((name) => typeof name === 'string' && name !== '');
}
