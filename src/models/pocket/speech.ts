import { found, type VisibleTool } from '../../core/index.ts';
import { firstSentence } from './candidates.ts';
import type { Property } from './properties.ts';
import { wordSet } from './sheet.ts';

const WHO = "I am pocket, Toolpath's built-in tool caller: not a language model.";
const HOW =
  'To talk to a language model, name one in toolpath.json ("backends" and "model"), or start Ollama and restart Toolpath: the README shows how.';

/** The answer to what no tool can do: thanks, small talk, and all the rest. */
export function converse(question: string, relevant: readonly VisibleTool[], all: number, search?: string): string {
  if (isThanks(question)) return 'You are welcome.';
  if (all === 0 && search !== undefined) {
    return `${isSmallTalk(question) ? 'Hello! ' : ''}${WHO} I look for a tool by the words of a question, and found none for this one: say what you want done.${sourcesIn(search)} ${HOW}`;
  }
  if (all === 0) return `${WHO} There are no tools here, so there is nothing that I can do. ${HOW}`;
  const left = all - relevant.length;
  if (isSmallTalk(question)) {
    const names = relevant.map(({ name }) => name).join(', ');
    return `Hello! ${WHO} Ask me for something that one of my tools can do: ${names}${left > 0 ? ` and ${left} more` : ''}. ${HOW}`;
  }
  const lines = relevant.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`.replace(/: $/, ''));
  const list = [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join('\n');
  return `${WHO} I choose a tool by your words and fill in its arguments from them, and I found none that fits. I can use:\n${list}\n\n${HOW}`;
}

/** The sentence that says where tools come from. */
function sourcesIn(search: string): string {
  const place = search.indexOf(SOURCES);
  return place === -1 ? '' : ` ${search.slice(place)}`;
}

const SOURCES = 'There are tools of: ';

export function keepQuiet(): string {
  return `${WHO} I can only call tools, and this request wants an answer without them. ${HOW}`;
}

/** For what is missing, or for another one. `readAsked` reads it again when the user has answered. */
export function ask(tool: VisibleTool, property: Property, fault?: string): string {
  if (fault !== undefined) return `${ASK}${tool.name} I need another "${property.name}": ${fault}.`;
  const hint = hintOf(property);
  return `${ASK}${tool.name} I need "${property.name}"${hint === '' ? '' : ` (${hint})`}.`;
}

export function leaveOut(tool: VisibleTool, values: readonly string[]): string {
  return `${ASK}${tool.name} I would have to leave out ${values.slice(0, MOST_VALUES).join(', ')}.`;
}

/** The property that a text of ours asks for. */
export function readAsked(text: string): string | undefined {
  return text.startsWith(ASK) ? / I need (?:another )?"([^"]*)"/.exec(text)?.[1] : undefined;
}

const ASK = 'To use ';

function hintOf({ schema, kind }: Property): string {
  const { enum: values, description } = schema;
  if (Array.isArray(values)) {
    const shown = values.slice(0, MOST_VALUES).map((value) => (typeof value === 'string' ? value : found(value)));
    return `one of ${shown.join(', ')}${values.length > MOST_VALUES ? ', …' : ''}`;
  }
  const purpose = typeof description === 'string' ? firstSentence(description).replace(/\.$/, '') : '';
  return purpose || (HINTS.get(kind) ?? '');
}

const MOST_VALUES = 8;
const HINTS: ReadonlyMap<string, string> = new Map(
  Object.entries({ number: 'a number', boolean: 'yes or no', list: 'a list', moment: 'a date', email: 'an address' }),
);

/** Nothing but greetings and thanks, or a question about pocket itself and what could stand in its place. */
export function isSmallTalk(text: string): boolean {
  const said = wordsIn(text);
  const isAboutUs = said.some((word) => word.startsWith('you')) || (said.includes('how') && said.includes('model'));
  const isTalk = (word: string) => THANKS.has(word) || GREETINGS.has(word) || (isAboutUs && ABOUT_US.has(word));
  return said.length > 0 && said.every(isTalk);
}

function isThanks(text: string): boolean {
  const said = wordsIn(text);
  return said.some((word) => word.startsWith('thank')) && said.every((word) => THANKS.has(word));
}

function wordsIn(text: string): readonly string[] {
  return (
    text
      .slice(0, MOST_LETTERS)
      .toLowerCase()
      .match(/[\p{L}']+/gu) ?? []
  );
}

const MOST_LETTERS = 200;

const THANKS = wordSet('thanks thank you so very much a lot great ok okay cool nice');
const GREETINGS = wordSet(
  'hello hi hey hallo hola good morning afternoon evening night bye goodbye help welcome there',
);
const ABOUT_US = wordSet(
  "who what how why are is am do does can could i me you your you're yours name called doing today fine feel like a an the real " +
    'human bot robot ai language model llm to meet for that add use get connect configure another better different',
);
