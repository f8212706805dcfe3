import { markersOf } from '../catalogue/markers.ts';
import type { Format } from '../format.ts';

/** Around an outcome: the format's own, or Hermes'. */
export function outcomeTags(format: Format): { readonly open: string; readonly close: string } {
  return format.outcome ?? HERMES;
}

const HERMES = { open: '<tool_response>\n', close: '\n</tool_response>' };

/**
 * Every control token of a format: what begins a call there, whatever it looks like, and the rest of its markup where
 * it cannot be ordinary text. A fence or a bracket that only closes something is left out: prose is full of them.
 */
export function controlTokens(format: Format): readonly string[] {
  const lists = markersOf(format);
  const { open, close } = outcomeTags(format);
  const outcome = [open, close];
  const openers = lists.filter(({ member }) => OPENERS.has(member)).flatMap(({ markers }) => markers);
  const others = [...lists.flatMap(({ markers }) => markers), ...outcome.flatMap((tag) => tag.split(PLACEHOLDER))];
  const whole = [...openers, ...others.filter(isToken)];
  return trimmed([...whole, ...whole.flatMap(atomsIn)]);
}

/** What ends a call or a value in a format without escapes, and so must not stand within one. */
export function closers(format: Format): readonly string[] {
  const lists = markersOf(format).filter(({ member }) => CLOSERS.has(member));
  return trimmed([...lists.flatMap(({ markers }) => markers), ...(hasSections(format) ? [CDATA_CLOSE] : [])]);
}

/** Ends a value that stands in a CDATA section. */
export const CDATA_CLOSE = ']]>';

function hasSections(format: Format): boolean {
  return format.skeleton === 'tagged' && format.parameter.kind === 'tags' && format.parameter.escapes === 'cdata';
}

/** Without one of these nothing is a call. A header's end counts: its beginning may have been in the prompt. */
const OPENERS = new Set(['open', 'section.open', 'header.open', 'header.close']);

const CLOSERS = new Set(['close', 'parameter.close']);

/** Stands in an outcome's tags for the tool's name, or the call's id. */
const PLACEHOLDER = /\{(?:name|id)\}/;

function isToken(marker: string): boolean {
  const text = marker.trim();
  return text.length >= SHORTEST && '<[]｜'.includes(text.charAt(0));
}

const SHORTEST = 4; // `<s>` and `[]` are too near to what people write

/** Tokens that a tokenizer knows by themselves, within the longer markers that records hold. */
function atomsIn(marker: string): readonly string[] {
  return marker.match(/<[|｜][^<>]*[|｜]>|｜[^｜<>]+｜/g) ?? [];
}

/** The white space around a marker is no part of any token. One letter alone is no marker. */
function trimmed(markers: readonly string[]): readonly string[] {
  return [...new Set(markers.map((marker) => marker.trim()))].filter((marker) => marker.length > 1);
}
