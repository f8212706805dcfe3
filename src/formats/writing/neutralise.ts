import type { Format } from '../format.ts';
import { closers, controlTokens } from './markers.ts';

/**
 * Breaks every control token of these formats, so that no reader takes an echo of it for a call and no tokenizer makes a
 * special token of it. Text without one comes back as it is.
 *
 * A zero-width non-joiner goes behind the token's first letter. It leaves the text legible to people and models; it can be
 * taken out again; and unlike a look-alike letter no tokenizer's normalisation turns it into the token it stands for:
 * NFKC makes `<` of `＜`, but keeps a non-joiner, and others make a space of it.
 */
export function neutralise(text: string, formats: readonly Format[]): string {
  return breakMarkers(text, markersIn(formats));
}

/** Control tokens, as a tree of their letters. */
export interface Markers {
  readonly next: ReadonlyMap<number, Markers>;
  readonly isEnd: boolean;
}

export function breakMarkers(text: string, markers: Markers): string {
  let broken = '';
  let told = 0;
  for (let at = findMarker(text, 0, markers); at !== -1; at = findMarker(text, at + 1, markers)) {
    const behind = at + letterLength(text, at);
    broken += `${text.slice(told, behind)}${NON_JOINER}`;
    told = behind;
  }
  return told === 0 ? text : broken + text.slice(told);
}

const NON_JOINER = '\u200c';

function letterLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

/** Where the next one begins, or -1. A letter is looked at once for each marker that could hold it: bounded by their length. */
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

export function markersIn(formats: readonly Format[]): Markers {
  return remembered(ofLists, formats, () => tree(formats.flatMap(controlTokens)));
}

/** For values in a format: what would end one is broken too. */
export function markersWithin(format: Format, understood: readonly Format[] = ALONE): Markers {
  const known = remembered(ofValues, understood, () => new WeakMap<Format, Markers>());
  return remembered(known, format, () => tree([...[format, ...understood].flatMap(controlTokens), ...closers(format)]));
}

const ALONE: readonly Format[] = [];
const ofLists = new WeakMap<readonly Format[], Markers>();
const ofValues = new WeakMap<readonly Format[], WeakMap<Format, Markers>>();

/** Lists of formats live as long as the settings: each is looked through once. */
function remembered<K extends object, V>(known: WeakMap<K, V>, key: K, make: () => V): V {
  const found = known.get(key) ?? make();
  known.set(key, found);
  return found;
}

interface Growing {
  readonly next: Map<number, Growing>;
  isEnd: boolean;
}

function tree(markers: readonly string[]): Markers {
  const root: Growing = { next: new Map(), isEnd: false };
  for (const marker of markers) {
    let node = root;
    for (let at = 0; at < marker.length; at++) node = child(node, marker.charCodeAt(at));
    node.isEnd = true;
  }
  return root;
}

function child({ next }: Growing, unit: number): Growing {
  const node = next.get(unit) ?? { next: new Map(), isEnd: false };
  next.set(unit, node);
  return node;
}
