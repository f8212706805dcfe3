import { anthropic } from './anthropic.ts';
import { ollama } from './ollama.ts';
import { openai, paddedOpenai } from './openai.ts';
import type { BenchWire } from './wire.ts';

/** The second one of `openai` is the control: what separates the two is noise. */
export type WireName = 'openai' | 'openai again' | 'openai padded' | 'anthropic' | 'ollama';

export const wires: ReadonlyMap<WireName, BenchWire> = new Map([
  ['openai', openai],
  ['openai again', openai],
  ['openai padded', paddedOpenai],
  ['anthropic', anthropic],
  ['ollama', ollama],
]);

/** By a name that came from a command line. */
export function wireOf(name: string): BenchWire {
  const found = [...wires].find(([known]) => known === name);
  if (found === undefined) throw new Error(`there is no wire ${name}`);
  return found[1];
}
