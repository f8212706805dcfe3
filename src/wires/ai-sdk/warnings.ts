import type { SharedV4Warning } from '@ai-sdk/provider';

/** A warning about a call, in the form of V3 and V4. */
export type Warning = SharedV4Warning;

/** Collects the parts of a request that have no neutral form. The caller receives each warning once. */
export class Warnings {
  readonly all: Warning[] = [];
  readonly #told = new Set<string>();

  unsupported(feature: string, details: string): void {
    this.#add(feature, { type: 'unsupported', feature, details });
  }

  add(warning: Extract<Warning, { feature: string }>): void {
    this.#add(warning.feature, warning);
  }

  other(message: string): void {
    this.#add(message, { type: 'other', message });
  }

  #add(key: string, warning: Warning): void {
    if (this.#told.has(key) || this.all.length >= MOST_WARNINGS) return;
    this.#told.add(key);
    this.all.push(warning);
  }
}

const MOST_WARNINGS = 50; // a hostile prompt may have a million strange parts

/** Returns the warning that no executor runs, because these tools have none. */
export function partialExecutors(missing: readonly string[]): Extract<Warning, { feature: string }> {
  const names = missing.map((name) => JSON.stringify(name)).join(', ');
  return {
    type: 'compatibility',
    feature: 'toolExecutors.partial',
    details: `toolExecutors has no executor for ${names}. No executor runs: all calls are returned to the caller.`,
  };
}
