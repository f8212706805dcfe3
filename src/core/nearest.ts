/**
 * Returns the candidate that a mistyped word most likely means, or undefined if none is near enough: at most three edits,
 * and at most one for every three characters. Case is ignored, two swapped characters are one edit, and of equally near
 * candidates the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = folded(word);
  let best: string | undefined;
  let reach = MOST_EDITS;
  for (const candidate of candidates) {
    const other = folded(candidate);
    const most = Math.min(reach, Math.floor(Math.max(wanted.length, other.length) / 3));
    if (Math.abs(wanted.length - other.length) > most) continue;
    const edits = editsBetween(wanted, other, most);
    if (edits > most) continue;
    if (edits === 0) return candidate;
    best = candidate;
    reach = edits - 1;
  }
  return best;
}

/** Returns the candidates in their order, except that the few that are nearest to the word come first. */
export function nearestFirst(word: string, candidates: readonly string[]): readonly string[] {
  const first: string[] = [];
  let rest = candidates;
  for (let closest = nearest(word, rest); closest !== undefined; closest = nearest(word, rest)) {
    first.push(closest);
    rest = rest.filter((candidate) => candidate !== closest);
    if (first.length === MOST_FIRST) break;
  }
  return [...first, ...rest];
}

const MOST_FIRST = 3; // more are rarely meant, and each costs a pass over the candidates
const MOST_EDITS = 3;
const MAX_CHARACTERS = 64; // longer words are compared by their beginning, so that the time stays linear in the number of candidates

function folded(word: string): string {
  return word.slice(0, MAX_CHARACTERS).toLowerCase().slice(0, MAX_CHARACTERS);
}

/** Strips the common prefix and suffix before comparing: similar candidates often differ in a few characters only. */
function editsBetween(a: string, b: string, most: number): number {
  let from = 0;
  let endA = a.length;
  let endB = b.length;
  while (from < endA && from < endB && a.charCodeAt(from) === b.charCodeAt(from)) from++;
  while (endA > from && endB > from && a.charCodeAt(endA - 1) === b.charCodeAt(endB - 1)) {
    endA--;
    endB--;
  }
  return alignment(a.slice(from, endA), b.slice(from, endB), most);
}

/** Buffers for `alignment`, which needs three rows of the table. They are reused and carry nothing from call to call. */
const rows = [0, 1, 2].map(() => new Uint8Array(MAX_CHARACTERS + 2)) as [Uint8Array, Uint8Array, Uint8Array];

/** Returns the optimal string alignment distance, computed in a band of width `most`. Above `most` it means "too far". */
function alignment(a: string, b: string, most: number): number {
  const far = most + 1;
  let [older, previous, current] = rows;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    const from = Math.max(1, i - most);
    const to = Math.min(b.length, i + most);
    let least = from === 1 ? i : far;
    current[from - 1] = least;
    for (let j = from; j <= to; j++) {
      let edits = (previous[j - 1] ?? far) + (a[i - 1] === b[j - 1] ? 0 : 1);
      edits = Math.min(edits, (previous[j] ?? far) + 1, (current[j - 1] ?? far) + 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (swapped) edits = Math.min(edits, (older[j - 2] ?? far) + 1);
      current[j] = edits;
      if (edits < least) least = edits;
    }
    if (least > most) return far;
    current[to + 1] = far; // the next row's band reaches one column further
    [older, previous, current] = [previous, current, older];
  }
  return previous[b.length] ?? far;
}
