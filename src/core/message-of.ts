/** What an error says, or whatever else was thrown. Of an honest thrower: a hostile one's properties may throw in turn. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
