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

export function breakMarkers(text: string, markers: Markers): string {
  const find = text.includes(NON_JOINER) ? findPierced : findMarker;
  let broken = '';
  let told = 0;
  for (let at = find(text, 0, markers); at !== -1; at = find(text, at + 1, markers)) {
    const behind = at + letterLength(text, at);
    broken += `${text.slice(told, behind)}${NON_JOINER}`;
    told = behind;
  }
  return told === 0 ? text : broken + text.slice(told);
}

function letterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/**
 * Returns the offset of the next marker, or -1. Each character is examined at most as often as the longest marker has
 * characters.
 */
export function findMarker(text: string, from: number, markers: Markers): number {
  for (let at = from; at < text.length; at++) {
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
 * Returns the offset of the next marker, ignoring non-joiners inside it, or -1. These are the markers that `restore` would
 * find after this text is broken.
 */
function findPierced(text: string, from: number, markers: Markers): number {
  for (let at = from; at < text.length; at++) {
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
