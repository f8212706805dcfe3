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
  summary: "Parse the tool calls in a model's text, read from standard input",
  details: [
    'Prints each event as soon as it is parsed, as one line of JSON.',
    '',
    '--format NAME[,NAME…]   The formats to try, in this order. "toolpath formats" lists the names.',
    '--tools FILE            JSON file with the tools that may be called: a list as in a request, or { "tools": [ … ] }.',
    '                        Without it, any tool name is accepted.',
    '--chunk N               Passes the text to the parser N characters at a time. Without it, as the text arrives.',
    '--in-reasoning          Starts inside the reasoning, as if its opening marker had been read.',
    '--choice none|auto      With none, calls are parsed but left out of the output.',
    '',
    `Example: echo '<tool_call>{"name": "now", "arguments": {}}</tool_call>' | toolpath parse --format hermes`,
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
      terminal.say(`toolpath: ${asked.message}\nRun "toolpath help parse" for the options.`);
      return exitCodes.misused;
    }
    if (process.stdin.isTTY) terminal.say("Waiting for a model's text on standard input. Press Ctrl-D to end it.");
    await readAll(process.stdin, asked, terminal);
    return exitCodes.ok;
  },
};

interface Asked {
  readonly ok: true;
  readonly options: ReaderOptions;
  /** Characters per piece; undefined to pass the text on as it arrives. */
  readonly characters: number | undefined;
}

async function readAll(input: AsyncIterable<Uint8Array>, { options, characters }: Asked, terminal: Terminal) {
  const reader = createReader(options);
  const texts = decoded(input);
  for await (const text of characters === undefined ? texts : cut(texts, characters))
    await tell(reader.push(text), terminal);
  await tell(reader.end(), terminal);
}

/** Writes the events and waits until they are written, so that a slow reader slows down the parser. */
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
  if (names.length === 0) return wrong('The option --format is missing. Usage: toolpath parse --format NAME[,NAME…]');
  const named = formatsNamed(names);
  if (!named.ok) return named;
  if (named.formats.length === 0)
    return wrong(
      'Native calls are not text, so there is nothing to parse. Name a text format; "toolpath formats" lists them.',
    );
  const { chunk, choice } = flags;
  const characters = typeof chunk === 'string' ? Number(chunk) : undefined;
  if (characters !== undefined && !(Number.isSafeInteger(characters) && characters > 0))
    return wrong(`--chunk must be a whole number of characters, 1 or more, but is ${JSON.stringify(chunk)}.`);
  if (choice !== undefined && choice !== 'none' && choice !== 'auto')
    return wrong(`--choice must be "none" or "auto", but is ${JSON.stringify(choice)}.`);
  const tools = typeof flags.tools === 'string' ? readToolsFile(flags.tools) : undefined;
  if (tools?.ok === false) return tools;
  return {
    ok: true,
    characters,
    options: {
      formats: named.formats,
      tools: tools?.tools,
      toolChoice: choice,
      startInReasoning: flags['in-reasoning'] === true,
    },
  };
}

/** Splits the values of the flag: `--format a,b --format c` gives a, b, c. */
function namesIn(given: Flags[string]): readonly string[] {
  return [given]
    .flat()
    .flatMap((names) => (typeof names === 'string' ? names.split(',') : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Decodes bytes to text as they arrive. Holds back an incomplete character until the rest of its bytes arrive. */
export async function* decoded(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const bytes of input) yield decoder.decode(bytes, { stream: true });
  yield decoder.decode();
}

/** Splits the text into pieces of `characters` characters, however it arrives. A code point counts as one character. */
export async function* cut(texts: AsyncIterable<string>, characters: number): AsyncGenerator<string> {
  let piece = '';
  let count = 0;
  for await (const text of texts) {
    for (const letter of text) {
      piece += letter;
      if (++count < characters) continue;
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

/** Reads a list of tools from a JSON file, in the shape of a request: `[…]` or `{"tools": […]}`. */
export function readToolsFile(file: string): ToolsFile {
  const wrong = (what: string): ToolsFile => ({ ok: false, message: `--tools: The file "${file}" ${what}.` });
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
  if (!Array.isArray(tools)) return wrong('contains no list of tools; write [ … ] or { "tools": [ … ] }');
  const nameless = tools.findIndex((tool) => !hasName(tool));
  return nameless === -1 ? { ok: true, tools } : wrong(`cannot be used: tool ${nameless + 1} has no name`);
}

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'it does not exist'],
  ['EISDIR', 'it is a folder'],
  ['EACCES', 'permission denied'],
]);

/** True if the tool has a name, in any of the shapes that a reader accepts. */
function hasName(tool: unknown): boolean {
  if (!isRecord(tool)) return false;
  if (isRecord(tool.function)) return hasName(tool.function);
  return [tool.lc_name, tool.name].some((name) => typeof name === 'string' && name !== '');
}
