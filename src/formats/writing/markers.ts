import { markersOf, outcomeTags } from '../catalogue/markers.ts';
import type { Format } from '../format.ts';

/**
 * Returns the control tokens of a format: every marker that begins a call, whatever it looks like, and those of its other
 * markers that cannot be ordinary text. A fence or a bracket that only closes something is not included, because prose is
 * full of them.
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

/** Returns the markers that end a call or a value. A format without escapes must not contain them inside a value. */
export function closers(format: Format): readonly string[] {
  const lists = markersOf(format).filter(({ member }) => CLOSERS.has(member));
  return trimmed([...lists.flatMap(({ markers }) => markers), ...(hasSections(format) ? [CDATA_CLOSE] : [])]);
}

/** The end of a CDATA section. */
export const CDATA_CLOSE = ']]>';

function hasSections(format: Format): boolean {
  return format.skeleton === 'tagged' && format.parameter.kind === 'tags' && format.parameter.escapes === 'cdata';
}

/** The marker lists that begin calls. The end of a header is one of them: its beginning may have been part of the prompt. */
const OPENERS = new Set(['open', 'section.open', 'header.open', 'header.close']);

const CLOSERS = new Set(['close', 'parameter.close']);

/** The placeholders in an outcome's tags for the tool's name and the call's id. */
const PLACEHOLDER = /\{(?:name|id)\}/;

function isToken(marker: string): boolean {
  const text = marker.trim();
  return text.length >= SHORTEST && '<[]｜'.includes(text.charAt(0));
}

const SHORTEST = 4; // shorter ones, such as `<s>` and `[]`, are too common in ordinary text

/** Returns the special tokens inside a marker: a tokenizer knows each of them by itself. */
function atomsIn(marker: string): readonly string[] {
  return marker.match(/<[|｜][^<>]*[|｜]>|｜[^｜<>]+｜/g) ?? [];
}

/** Removes white space around markers, duplicates, and markers of a single character. */
function trimmed(markers: readonly string[]): readonly string[] {
  return [...new Set(markers.map((marker) => marker.trim()))].filter((marker) => marker.length > 1);
}
