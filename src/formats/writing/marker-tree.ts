/**
 * The zero-width non-joiner that breaks a control token. It is inserted after the token's first character. The text stays
 * legible to people and models, and the non-joiner can be removed again. A look-alike character would be unsafe: the NFKC
 * normalisation of some tokenizers turns `＜` into `<`. NFKC keeps a non-joiner, and other normalisations turn it into a
 * space.
 */
export const NON_JOINER = '\u200c';
export const NON_JOINER_UNIT = 0x200c;

/** Control tokens as a tree of code units. */
export interface Markers {
  readonly next: ReadonlyMap<number, Markers>;
  /** True if a token ends here that is broken everywhere. */
  readonly isEnd: boolean;
  /**
   * True if a token ends here that is broken inside values only. A model may copy such a broken token to any other place, so
   * it is restored everywhere.
   */
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
