import { findFormats } from '../formats/index.ts';
import type { Settings } from './schema.ts';

/** What is said of formats that nobody can mean, whichever model is asked. */
export function formatWarnings({ enabled, primary }: Settings['formats']): readonly string[] {
  if (enabled.length === 0) return ['"formats.enabled" is empty, so no model gets any tools'];
  // The default: who leaves it out of the enabled ones means just that.
  if (primary === 'native' || enabled.some((name) => isSame(name, primary))) return [];
  return [
    `"formats.primary" is "${primary}", which is not in "formats.enabled": no model is told it unless another enabled name stands for it`,
  ];
}

/** `mistral` and `mistral_v11`: one of them stands for the other. */
function isSame(name: string, other: string): boolean {
  const formats = findFormats(name) ?? [];
  return name === other || (findFormats(other) ?? []).some((format) => formats.includes(format));
}
