import type { Format } from '../format.ts';
import { type Markers, markerTree, NON_JOINER, NON_JOINER_UNIT } from './marker-tree.ts';
import { closers, controlTokens } from './markers.ts';

export type { Markers } from './marker-tree.ts';

/**
 * Breaks every control token of these formats, so that no reader mistakes an echo of the token for a call and no tokenizer
 * encodes it as a special token. Text without a control token is returned unchanged. `restore` reverses this for any text: a
 * token that already looks broken is broken once more.
 */
export function neutralise(text: string, formats: readonly Format[]): string {
  return breakMarkers(text, markersIn(formats));
}

/** Like `neutralise`, but awaits `pause` after each slice of the text, so that a large text does not block the event loop. */
export async function neutraliseLarge(
  text: string,
  formats: readonly Format[],
  pause: () => Promise<void>,
): Promise<string> {
  const markers = markersIn(formats);
  const find = finderFor(text);
  const slices: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = Math.min(text.length, from + SLICE);
    const to = end + (isLowSurrogate(text.charCodeAt(end)) ? 1 : 0);
    slices.push(breakIn(text, from, to, markers, find));
    from = to;
    await pause();
  }
  return slices.join('');
}

/** Characters that take a few milliseconds, even if they are full of control tokens. */
const SLICE = 256 * 1024;

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

export function breakMarkers(text: string, markers: Markers): string {
  return breakIn(text, 0, text.length, markers, finderFor(text));
}

function finderFor(text: string): typeof findMarker {
  return text.includes(NON_JOINER) ? findPierced : findMarker;
}

/** Returns the text from `from` to `to`, in which every marker that begins there is broken. */
function breakIn(text: string, from: number, to: number, markers: Markers, find: typeof findMarker): string {
  const pieces: string[] = [];
  let told = from;
  for (let at = find(text, from, markers, to); at !== -1; at = find(text, at + 1, markers, to)) {
    const behind = at + letterLength(text, at);
    pieces.push(text.slice(told, behind), NON_JOINER);
    told = behind;
  }
  return pieces.length === 0 ? text.slice(from, to) : pieces.join('') + text.slice(told, to);
}

function letterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/**
 * Returns the offset of the next marker that begins before `to`, or -1. Each character is examined at most as often as the
 * longest marker has characters.
 */
export function findMarker(text: string, from: number, markers: Markers, to = text.length): number {
  for (let at = from; at < to; at++) {
    const begun = markers.next.get(text.charCodeAt(at));
    if (begun !== undefined && goesOn(text, at + 1, begun)) return at;
  }
  return -1;
}

function goesOn(text: string, from: number, begun: Markers): boolean {
  let node: Markers | undefined = begun;
  for (let at = from; node !== undefined; at++) {
    if (node.isEnd) return true;
    if (at === text.length) return false;
    node = node.next.get(text.charCodeAt(at));
  }
  return false;
}

/**
 * Returns the offset of the next marker that begins before `to`, ignoring non-joiners inside it, or -1. These are the markers
 * that `restore` would find after this text is broken.
 */
function findPierced(text: string, from: number, markers: Markers, to = text.length): number {
  for (let at = from; at < to; at++) {
    const begun = markers.next.get(text.charCodeAt(at));
    if (begun === undefined) continue;
    const isBroken = text.charCodeAt(at + letterLength(text, at)) === NON_JOINER_UNIT;
    if (goesOnPierced(text, at + 1, begun, isBroken)) return at;
  }
  return -1;
}

function goesOnPierced(text: string, from: number, begun: Markers, isBroken: boolean): boolean {
  let node: Markers | undefined = begun;
  for (let at = from; node !== undefined; at++) {
    if (node.isEnd || (isBroken && node.isInnerEnd)) return true;
    if (at >= text.length) return false;
    const unit = text.charCodeAt(at);
    if (unit !== NON_JOINER_UNIT) node = node.next.get(unit);
  }
  return false;
}

export function markersIn(formats: readonly Format[]): Markers {
  return remembered(ofLists, formats, () => markerTree(formats.flatMap(controlTokens), formats.flatMap(closers)));
}

/** Returns the markers to break inside values of a format. They include the markers that would end a value. */
export function markersWithin(format: Format, understood: readonly Format[] = ALONE): Markers {
  const known = remembered(ofValues, understood, () => new WeakMap<Format, Markers>());
  return remembered(known, format, () => {
    const all = [format, ...understood];
    return markerTree([...all.flatMap(controlTokens), ...closers(format)], all.flatMap(closers));
  });
}

const ALONE: readonly Format[] = [];
const ofLists = new WeakMap<readonly Format[], Markers>();
const ofValues = new WeakMap<readonly Format[], WeakMap<Format, Markers>>();

/** Returns the cached value for a key. Lists of formats live as long as the settings, so each is analysed once. */
function remembered<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}
