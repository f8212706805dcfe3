/**
 * Goes behind the first letter of a control token to break it. It leaves the text legible to people and models, it can be
 * taken out again, and unlike a look-alike letter no tokenizer's normalisation turns it into the token it stands for:
 * NFKC makes `<` of `＜`, but keeps a non-joiner, and others make a space of it.
 */
export const NON_JOINER = '\u200c';
export const NON_JOINER_UNIT = 0x200c;

/** Control tokens, as a tree of their letters. */
export interface Markers {
  readonly next: ReadonlyMap<number, Markers>;
  /** One ends here that is broken wherever it stands. */
  readonly isEnd: boolean;
  /** One ends here that is broken within values only, and so may be found broken anywhere. */
  readonly isInnerEnd: boolean;
}

export function markerTree(markers: readonly string[], inner: readonly string[]): Markers {
  const root = newNode();
  for (const marker of markers) grown(root, marker).isEnd = true;
  for (const marker of inner) grown(root, marker).isInnerEnd = true;
  return root;
}

interface Growing {
  readonly next: Map<number, Growing>;
  isEnd: boolean;
  isInnerEnd: boolean;
}

function newNode(): Growing {
  return { next: new Map(), isEnd: false, isInnerEnd: false };
}

function grown(root: Growing, marker: string): Growing {
  let node = root;
  for (let at = 0; at < marker.length; at++) {
    const unit = marker.charCodeAt(at);
    const child = node.next.get(unit) ?? newNode();
    node.next.set(unit, child);
    node = child;
  }
  return node;
}
