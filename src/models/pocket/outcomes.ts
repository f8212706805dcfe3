import { isRecord, readStrictJson } from '../../core/index.ts';
import type { ToldOutcome } from './conversation.ts';

/** What came of the calls, as an answer: text as it is, JSON in lines that can be read. */
export function tellOutcomes(outcomes: readonly ToldOutcome[]): string {
  const [only] = outcomes;
  if (only !== undefined && outcomes.length === 1) return tellOne(only);
  return outcomes.slice(0, MOST_OUTCOMES).map(tellNamed).join('\n\n');
}

const MOST_OUTCOMES = 16;
const MOST_LETTERS = 2_000; // of one outcome: whoever wants all of it asks a language model, or the tool
const MOST_LINES = 20;

function tellOne({ tool, text, isError }: ToldOutcome): string {
  const told = bounded(readable(text), MOST_LETTERS);
  if (isError) return told === '' ? `${tool} failed.` : `${tool} failed: ${told}`;
  return told === '' ? `${tool} is done; it returned nothing.` : told;
}

function tellNamed(outcome: ToldOutcome): string {
  const told = tellOne(outcome);
  if (told.startsWith(outcome.tool)) return told;
  return told.includes('\n') ? `${outcome.tool}:\n${told}` : `${outcome.tool}: ${told}`;
}

function readable(text: string): string {
  const trimmed = text.trim();
  const isJson = (trimmed.startsWith('{') || trimmed.startsWith('[')) && trimmed.length <= MOST_JSON_LETTERS;
  const read = isJson ? readStrictJson(trimmed) : undefined;
  return read?.ok === true ? linesOf(read.value).join('\n') : trimmed;
}

const MOST_JSON_LETTERS = 65_536;

function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return bullets(value);
  if (!isRecord(value)) return [inLine(value)];
  const lines = Object.entries(value).flatMap(([name, member]) =>
    Array.isArray(member) && member.some(isRecord) ? [`${name}:`, ...bullets(member)] : `${name}: ${inLine(member)}`,
  );
  return cut(lines, 'lines');
}

function bullets(list: readonly unknown[]): readonly string[] {
  return cut(
    list.map((item) => `- ${inLine(item)}`),
    'items',
  );
}

function cut(lines: readonly string[], what: string): readonly string[] {
  const left = lines.length - MOST_LINES;
  return left <= 0 ? lines : [...lines.slice(0, MOST_LINES), `… and ${left} more ${what}`];
}

function inLine(value: unknown): string {
  if (typeof value === 'string') return bounded(value, MOST_LINE_LETTERS);
  if (Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null))
    return value.slice(0, MOST_LINES).join(', ');
  if (!isRecord(value)) return bounded(JSON.stringify(value), MOST_LINE_LETTERS);
  return Object.entries(value)
    .slice(0, MOST_LINES)
    .map(([name, member]) => `${name} ${typeof member === 'string' ? member : JSON.stringify(member)}`)
    .join(', ');
}

const MOST_LINE_LETTERS = 400;

function bounded(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} … (${text.length - most} more letters)`;
}
