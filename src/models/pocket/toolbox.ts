import { isRecord, type VisibleTool } from '../../core/index.ts';
import { createLexicalIndex, type SearchIndex, searchWords } from '../../search/index.ts';

/** The tools of a turn, ready to be searched. */
export interface Toolbox {
  readonly tools: readonly VisibleTool[];
  readonly index: SearchIndex;
  /** By their names in small letters. */
  readonly byName: ReadonlyMap<string, VisibleTool>;
}

/** The same list is read once: a turn gives it again with each step. */
export function toolboxOf(tools: readonly VisibleTool[]): Toolbox {
  const known = toolboxes.get(tools);
  if (known !== undefined) return known;
  const byName = new Map(tools.map((tool) => [tool.name.toLowerCase(), tool]));
  const toolbox = { tools, index: createLexicalIndex(tools), byName };
  toolboxes.set(tools, toolbox);
  return toolbox;
}

const toolboxes = new WeakMap<readonly VisibleTool[], Toolbox>();

/** The words by which one asks for a tool: its name, and how its description begins. */
export function askingWords({ name, description }: VisibleTool): ReadonlySet<string> {
  return new Set(searchWords(`${name} ${firstSentence(description)}`));
}

/** All that it says of itself. */
export function wordsOfTool({ name, description, parameters: { properties } }: VisibleTool): ReadonlySet<string> {
  const names = isRecord(properties) ? Object.keys(properties).slice(0, MOST_PARAMETERS) : [];
  return new Set(searchWords(`${name} ${names.join(' ').slice(0, MOST_TEXT)} ${description.slice(0, MOST_TEXT)}`));
}

const MOST_PARAMETERS = 64;
const MOST_TEXT = 600; // as much as is searched

export function firstSentence(text: string): string {
  const beginning = text.slice(0, MOST_LETTERS).trim().split('\n', 1)[0] ?? '';
  const end = beginning.search(/[.!?](?:\s|$)/);
  return end === -1 ? beginning : beginning.slice(0, end + 1);
}

const MOST_LETTERS = 200;
