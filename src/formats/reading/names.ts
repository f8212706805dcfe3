import type { KnownTools } from '../tools.ts';

/**
 * Returns true if a text in the markup may be a tool's name: a known name, or letters, digits and `-._/:`. Spaces are
 * accepted only if no list of tools was given. Otherwise a text with spaces is prose, not a name.
 */
export function isName(text: string, tools: KnownTools): boolean {
  if (text === '' || text.length > MOST_NAME) return false;
  if (tools.find(text) !== undefined) return true;
  for (let at = 0; at < text.length; at++) if (!isNameLetter(text.charCodeAt(at), tools.isOpen)) return false;
  return true;
}

export const MOST_NAME = 256;

function isNameLetter(unit: number, mayBeSpace: boolean): boolean {
  if (unit >= 0x80) return true;
  if (unit === 0x20) return mayBeSpace;
  if (unit >= 0x61) return unit <= 0x7a; // a–z
  if (unit >= 0x41) return unit <= 0x5a || unit === 0x5f; // A–Z _
  return unit >= 0x2d && unit <= 0x3a; // - . / 0–9 :
}

/** Removes a namespace that is not part of the name: `functions.get_weather` becomes `get_weather`. */
export function stripped(text: string, namespaces: readonly string[]): string {
  const prefix = namespaces.find((namespace) => text.startsWith(namespace) && text.length > namespace.length);
  return prefix === undefined ? text : text.slice(prefix.length);
}
