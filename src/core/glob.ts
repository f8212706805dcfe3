/** Returns true if the text matches a pattern in which `*` stands for any text. Each piece between stars is searched only once. */
export function matchesGlob(pattern: string, text: string): boolean {
  const [head = '', ...pieces] = pattern.split('*');
  if (!text.startsWith(head)) return false;
  if (pieces.length === 0) return text.length === head.length;
  const tail = pieces.pop() ?? '';
  let from = head.length;
  for (const piece of pieces) {
    const at = text.indexOf(piece, from);
    if (at === -1) return false;
    from = at + piece.length;
  }
  return text.length - tail.length >= from && text.endsWith(tail);
}
