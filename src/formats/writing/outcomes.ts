import { outcomeTags } from '../catalogue/markers.ts';
import type { Format } from '../format.ts';
import { plainName } from './call.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { neutralise } from './neutralise.ts';

/** The outcome of a call. */
export interface WrittenOutcome {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean | undefined;
}

/**
 * Writes an outcome between the format's tags, in which `{name}` and `{id}` are replaced by those of the call. Control tokens
 * inside the outcome are broken: a page that a tool fetched must not be able to make calls.
 */
export function writeOutcome(
  written: Format | string,
  { id, name, text, isError = false }: WrittenOutcome,
  { understood, broken }: WriterOptions = {},
): string {
  const format = formatOf(written);
  const { open, close, advice = '' } = outcomeTags(format);
  const fill = (tag: string) => tag.replace('{name}', () => plainName(name)).replace('{id}', () => plainName(id));
  const inside = broken?.get(text) ?? neutralise(text, formatsOf(understood ?? [format]));
  return `${fill(open)}${told(inside, isError)}${fill(close)}${advice}`;
}

/**
 * Labels errors and empty outcomes. Small models treat an empty outcome as a missing one, and a failure without the word
 * "error" as an answer.
 */
function told(text: string, isError: boolean): string {
  if (isError && !text.slice(0, ERROR.length).toLowerCase().startsWith(ERROR)) return `Error: ${text}`;
  return text.trim() === '' ? '(nothing)' : text;
}

const ERROR = 'error';
