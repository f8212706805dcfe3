import { anthropic } from './anthropic.ts';
import { ollama } from './ollama.ts';
import { openai, paddedOpenai } from './openai.ts';
import type { BenchWire } from './wire.ts';

/** `openai again` is the control: the difference between it and `openai` is noise. */
export type WireName = 'openai' | 'openai again' | 'openai padded' | 'anthropic' | 'ollama';

export const wires: ReadonlyMap<WireName, BenchWire> = new Map([
  ['openai', openai],
  ['openai again', openai],
  ['openai padded', paddedOpenai],
  ['anthropic', anthropic],
  ['ollama', ollama],
]);

/** Returns the protocol with a name from the command line. */
export function wireOf(name: string): BenchWire {
  const found = [...wires].find(([known]) => known === name);
  if (found === undefined) throw new Error(`Unknown wire "${name}".`);
  return found[1];
}
