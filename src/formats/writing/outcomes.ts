import type { Format } from '../format.ts';
import { plainName } from './call.ts';
import { outcomeTags } from './markers.ts';
import { formatOf, formatsOf, type WriterOptions } from './named.ts';
import { neutralise } from './neutralise.ts';

/** What came of a call. */
export interface WrittenOutcome {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly isError?: boolean | undefined;
}

/**
 * An outcome as the format's families read it: between their tags, in which `{name}` and `{id}` stand for the call's.
 * Control tokens within it are broken: a page that a tool fetched must not speak as the model.
 */
export function writeOutcome(
  written: Format | string,
  { id, name, text, isError = false }: WrittenOutcome,
  { understood }: WriterOptions = {},
): string {
  const format = formatOf(written);
  const { open, close } = outcomeTags(format);
  const fill = (tag: string) => tag.replace('{name}', () => plainName(name)).replace('{id}', () => plainName(id));
  return `${fill(open)}${told(neutralise(text, formatsOf(understood ?? [format])), isError)}${fill(close)}`;
}

/** Small models take an empty outcome for none, and a failure that does not call itself one for an answer. */
function told(text: string, isError: boolean): string {
  if (isError && !text.slice(0, ERROR.length).toLowerCase().startsWith(ERROR)) return `Error: ${text}`;
  return text.trim() === '' ? '(nothing)' : text;
}

const ERROR = 'error';
