import { found, type VisibleTool } from '../../core/index.ts';
import type { Property } from './properties.ts';
import { firstSentence } from './toolbox.ts';

const WHO = "I am pocket, Toolpath's built-in tool caller: not a language model.";
const HOW =
  'To talk to a language model, name one in toolpath.json ("backends" and "model"), or start Ollama: the README shows how.';

export function refuse(relevant: readonly VisibleTool[], all: number): string {
  if (all === 0) return `${WHO} There are no tools here, so there is nothing that I can do. ${HOW}`;
  return `${WHO} I choose a tool by your words and fill in its arguments from them, and I found none that fits. I can use:\n${list(relevant, all)}\n\n${HOW}`;
}

export function greet(relevant: readonly VisibleTool[], all: number): string {
  if (all === 0) return refuse(relevant, all);
  const names = relevant.map(({ name }) => name).join(', ');
  const more = all > relevant.length ? ` and ${all - relevant.length} more` : '';
  return `Hello! ${WHO} Ask me for something that one of my tools can do: ${names}${more}. ${HOW}`;
}

export function keepQuiet(): string {
  return `${WHO} I can only call tools, and this request wants an answer without them. ${HOW}`;
}

/** What `readAsked` reads again when the user has answered. */
export function ask(tool: VisibleTool, missing: Property): string {
  const hint = hintOf(missing);
  return `${ASK}${tool.name} I need "${missing.name}"${hint === '' ? '' : ` (${hint})`}.`;
}

/** The property that a text of ours asks for. */
export function readAsked(text: string): string | undefined {
  if (!text.startsWith(ASK)) return undefined;
  const [, name] = text.split(' I need "', 2);
  return name?.slice(0, name.indexOf('"'));
}

const ASK = 'To use ';

function hintOf({ schema, kind, manner }: Property): string {
  const { enum: values, description } = schema;
  if (Array.isArray(values)) {
    const shown = values.slice(0, MOST_VALUES).map((value) => (typeof value === 'string' ? value : found(value)));
    return `one of ${shown.join(', ')}${values.length > MOST_VALUES ? ', …' : ''}`;
  }
  const purpose = typeof description === 'string' ? firstSentence(description).replace(/\.$/, '') : '';
  return purpose || (HINTS.get(kind === 'string' ? manner : kind) ?? '');
}

const MOST_VALUES = 8;
const HINTS: ReadonlyMap<string, string> = new Map([
  ['number', 'a number'],
  ['boolean', 'yes or no'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['moment', 'a date'],
  ['email', 'an email address'],
  ['uri', 'a web address'],
]);

function list(tools: readonly VisibleTool[], all: number): string {
  const lines = tools.map(({ name, description }) => {
    const purpose = firstSentence(description);
    return purpose === '' ? `- ${name}` : `- ${name}: ${purpose}`;
  });
  return [...lines, ...(all > tools.length ? [`- and ${all - tools.length} more`] : [])].join('\n');
}

/** Nothing but greetings and thanks, or a question about pocket itself. */
export function isSmallTalk(text: string): boolean {
  const words =
    text
      .slice(0, MOST_LETTERS)
      .toLowerCase()
      .match(/[\p{L}']+/gu) ?? [];
  const isAboutUs = words.some((word) => word.startsWith('you'));
  return words.length > 0 && words.every((word) => GREETINGS.has(word) || (isAboutUs && ABOUT_US.has(word)));
}

const MOST_LETTERS = 200;
const GREETINGS: ReadonlySet<string> = new Set(
  'hello hi hey hallo hola good morning afternoon evening night thanks thank so very much great ok okay cool nice bye goodbye help welcome there'.split(
    ' ',
  ),
);
const ABOUT_US: ReadonlySet<string> = new Set(
  "who what how why are is am do does can could i me you your you're yours name called doing today fine feel like a an the real human bot robot ai model to meet for that".split(
    ' ',
  ),
);
