/** A change of a text: the text between two places is replaced. */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies edits that do not overlap. Insertions at one place keep their order, and come before a replacement there. */
export function withEdits(text: string, edits: readonly Edit[]): string {
  const sorted = edits.toSorted((a, b) => a.from - b.from || a.to - b.to);
  const parts: string[] = [];
  let end = 0;
  for (const { from, to, text: inserted } of sorted) {
    parts.push(text.slice(end, from), inserted);
    end = to;
  }
  return parts.join('') + text.slice(end);
}
