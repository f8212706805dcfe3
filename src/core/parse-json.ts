import { valuesIn } from './strict-json.ts';

/**
 * The most values in a JSON text from a model or an MCP server, at any depth. Parsing this many takes up to about 100 ms, and
 * real answers and results have a small part of it.
 */
export const MOST_JSON_VALUES = 250_000;

/** Returns the value of an untrusted JSON text; undefined if the text is not JSON or has too many values to parse. */
export function parseJson(text: string, revive?: Revive): unknown {
  if (hasTooManyValues(text)) return undefined;
  try {
    return JSON.parse(text, revive);
  } catch {
    return undefined;
  }
}

export type Revive = (name: string, value: unknown, context?: { readonly source?: string }) => unknown;

/** True if the text has more than `MOST_JSON_VALUES` values. Parses nothing. */
export function hasTooManyValues(text: string): boolean {
  return text.length > MOST_JSON_VALUES && valuesIn(text, MOST_JSON_VALUES) > MOST_JSON_VALUES;
}
