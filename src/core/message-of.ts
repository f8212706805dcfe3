/** Returns the message of an error, or any other thrown value as text. May throw if the value has hostile getters. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
