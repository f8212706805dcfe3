import { isRecord, type Message, readStrictJson, type ToolMessage, textOf } from '../../core/index.ts';

/** What came of the calls since the user spoke, as an answer: text as it is, JSON in lines that can be read. */
export function tellOutcomes(since: readonly Message[]): string {
  const calls = since.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const outcomes = since.filter((message) => message.role === 'tool').slice(0, MOST_OUTCOMES);
  const told = outcomes.map((outcome) => {
    const name = names.get(outcome.callId) ?? outcome.name ?? 'The tool';
    const text = tellOne(name, outcome);
    if (outcomes.length === 1 || text.startsWith(name)) return text;
    return `${name}:${text.includes('\n') ? '\n' : ' '}${text}`;
  });
  return told.join('\n\n');
}

const MOST_OUTCOMES = 16;
const MOST_LETTERS = 2_000; // of one outcome: whoever wants all of it asks a language model, or the tool
const MOST_FAULT_LETTERS = 200;
const MOST_LINE_LETTERS = 400;
const MOST_LINES = 20;

function tellOne(tool: string, { content, isError }: ToolMessage): string {
  const text = textOf(content).trim();
  if (isError === true) {
    const fault = bounded(text.slice(0, MOST_JSON_LETTERS).replace(/\S{60,}/g, '…'), MOST_FAULT_LETTERS); // no pattern of a schema
    return fault === '' ? `${tool} failed.` : `${tool} failed: ${fault}`;
  }
  const isJson = /^[{[]/.test(text) && text.length <= MOST_JSON_LETTERS;
  const read = isJson ? readStrictJson(text) : undefined;
  const told = bounded(read?.ok === true ? linesOf(read.value).join('\n') : text, MOST_LETTERS);
  return told === '' ? `${tool} is done; it returned nothing.` : told;
}

const MOST_JSON_LETTERS = 65_536;

/** A list in bullets; an object a member a line, its lists of objects in bullets, too. */
function linesOf(value: unknown): readonly string[] {
  const lines = Array.isArray(value)
    ? value.map((item) => `- ${inLine(item)}`)
    : Object.entries(isRecord(value) ? value : {}).flatMap(([name, member]) =>
        Array.isArray(member) && member.some(isRecord)
          ? [`${name}:`, ...linesOf(member)]
          : `${name}: ${inLine(member)}`,
      );
  const left = lines.length - MOST_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MOST_LINES), `… and ${left} more`];
}

function inLine(value: unknown): string {
  if (typeof value === 'string') return bounded(value, MOST_LINE_LETTERS);
  const isFlat = (item: unknown) => typeof item !== 'object' || item === null;
  if (Array.isArray(value) && value.every(isFlat)) return value.slice(0, MOST_LINES).join(', ');
  if (!isRecord(value)) return bounded(JSON.stringify(value), MOST_LINE_LETTERS);
  const members = Object.entries(value).slice(0, MOST_LINES);
  return members
    .map(([name, member]) => `${name} ${typeof member === 'string' ? member : JSON.stringify(member)}`)
    .join(', ');
}

function bounded(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} … (${text.length - most} more letters)`;
}
