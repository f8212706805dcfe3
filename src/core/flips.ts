/** Joins the changes that are all needed to reverse a decision, without duplicates. */
export function allFlips(flips: readonly string[]): string {
  return [...new Set(flips)].join(', and ');
}

/** For a tool that is shown but cannot be called: appends the change that makes it callable to the change that hides it. */
export function withCalling<T extends { readonly flip: string }>(told: T, flip: string): T {
  return { ...told, flip: `${told.flip}; to make it callable, ${flip}` };
}
