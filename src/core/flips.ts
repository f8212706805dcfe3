/** What must all be done to turn a verdict, each thing once. */
export function allFlips(flips: readonly string[]): string {
  return [...new Set(flips)].join(', and ');
}

/** Of a tool that is told and cannot be called: what would turn the one, and what the other. */
export function withCalling<T extends { readonly flip: string }>(told: T, flip: string): T {
  return { ...told, flip: `${told.flip}; to have it called, ${flip}` };
}
