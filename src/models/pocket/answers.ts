import { found, isRecord, readStrictJson, truncate } from '../../core/index.ts';
import type { Property } from './schema.ts';

const WHO = "I am pocket, Toolpath's built-in tool caller: not a language model.";
const HOW =
  'To talk to a language model, name one in toolpath.json ("backends" and "model"), or start Ollama and restart Toolpath. See docs/models.md.';

export const NO_CALL_WANTED = `${WHO} I can only call tools, and this request wants an answer without them. ${HOW}`;

/** Returns the answer if no tool fits: what pocket is, which tools it can use, and how to get a language model. */
export function introduce(nearest: readonly { name: string; description: string }[], all: number): string {
  if (all === 0) return `${WHO} I found no tool for this question, so there is nothing that I can do. ${HOW}`;
  const lines = nearest.map(({ name, description }) => `- ${name}: ${firstSentence(description)}`.replace(/: $/, ''));
  const more = all > nearest.length ? [`- and ${all - nearest.length} more`] : [];
  return `${WHO} I choose a tool by your words and fill in its arguments from them, and I found none that fits. I can use:\n${[...lines, ...more].join('\n')}\n\n${HOW}`;
}

export function askFor(tool: string, property: Property): string {
  const hint = hintOf(property);
  return `To use ${tool} I need "${property.name}"${hint === '' ? '' : ` (${hint})`}. ${ASK_AGAIN}`;
}

export function askWithout(tool: string, unused: readonly string[]): string {
  return `To use ${tool} I would have to leave out ${unused.slice(0, MOST_VALUES).join(', ')}. ${ASK_AGAIN}`;
}

const ASK_AGAIN = 'Please ask again in one message, with texts in quotes.';

function hintOf({ schema, shape }: Property): string {
  const { enum: values, description } = schema;
  if (Array.isArray(values)) {
    const shown = values
      .slice(0, MOST_VALUES)
      .map((value) => (typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : found(value)));
    return `one of ${shown.join(', ')}${values.length > MOST_VALUES ? ', …' : ''}`;
  }
  if (shape.kind === 'unreadable') return 'a list or an object, which I cannot fill in';
  const purpose = typeof description === 'string' ? firstSentence(description).replace(/\.$/, '') : '';
  return purpose || (shape.kind === 'text' || shape.kind === 'choice' ? '' : `a ${shape.kind}`);
}

const MOST_VALUES = 8;
const MAX_CHARACTERS = 100;

export function firstSentence(text: string): string {
  const [line = ''] = text.slice(0, 200).trim().split('\n', 1);
  return /^.*?[.!?](?=\s|$)/.exec(line)?.[0] ?? line;
}

export interface CallOutcome {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

/** Returns the answer for an outcome: text unchanged, JSON as lines. */
export function tellOutcome({ tool, text, isError }: CallOutcome): string {
  const said = text.trim();
  if (isError) {
    const reason = shorten(said.slice(0, MOST_READ).replace(/\S{60,}/g, '…'), MOST_REASON); // hides the pattern of a schema
    return `${tool} failed${reason === '' ? '.' : `: ${reason}`}`;
  }
  const json = /^[{[]/.test(said) && said.length <= MOST_READ ? readStrictJson(said) : undefined;
  const answer = json?.ok === true ? linesOf(json.value) : said;
  return shorten(answer, MOST_TOLD) || `${tool} is done; it returned nothing.`;
}

/** Writes one line for each item of a list or property of an object. */
function linesOf(value: unknown): string {
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${inLine(item)}`)
    : Object.entries(isRecord(value) ? value : {}).map(([name, member]) => `${name}: ${inLine(member)}`);
  const left = lines.length - MOST_LINES;
  return (left <= 0 ? lines : [...lines.slice(0, MOST_LINES), `… and ${left} more`]).join('\n');
}

function inLine(value: unknown): string {
  const isFlat = Array.isArray(value) && value.every((item) => typeof item !== 'object');
  if (isFlat) return value.slice(0, MOST_LINES).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function shorten(text: string, most: number): string {
  return text.length <= most ? text : `${truncate(text, most).trimEnd()} … (${text.length - most} more characters)`;
}

const MOST_READ = 65_536;
const MOST_TOLD = 2_000;
const MOST_REASON = 200;
const MOST_LINES = 20;
