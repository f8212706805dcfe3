import type { KnownTools } from '../tools.ts';

/**
 * Whether a text in the markup may be a tool's name: letters, digits and a few signs. White space only where the tool is
 * known, or nobody said which there are: a model that writes prose there calls nothing.
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

/** Without a namespace that is no part of it: `functions.get_weather`. */
export function stripped(text: string, namespaces: readonly string[]): string {
  const prefix = namespaces.find((namespace) => text.startsWith(namespace) && text.length > namespace.length);
  return prefix === undefined ? text : text.slice(prefix.length);
}
