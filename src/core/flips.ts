/** Joins the changes that are all needed to flip a decision; repeated changes are listed once. */
export function allFlips(flips: readonly string[]): string {
  return [...new Set(flips)].join(', and ');
}

/** For a tool that is declared but cannot be called, adds to its flip the change (`flip`) that would make it callable. */
export function withCalling<T extends { readonly flip: string }>(told: T, flip: string): T {
  return { ...told, flip: `${told.flip}; to make it callable again, ${flip}` };
}
