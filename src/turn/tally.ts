import type { Counts, Usage } from '../core/index.ts';

/**
 * Adds up the token usage of a turn. `promptTokens` is that of the last step: it includes the earlier prompts, and
 * clients use it to see how full the context window is. `completionTokens` is the sum over all steps. `turn` has the
 * sums of both.
 */
export class Tally {
  #last: Usage | undefined;
  #steps = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #reasoningTokens: number | undefined;
  #cachedTokens: number | undefined;
  #cacheWrittenTokens: number | undefined;
  #more: Counts | undefined;

  add(usage: Usage | undefined): void {
    this.#steps++;
    if (usage === undefined) return;
    this.#last = usage;
    this.#promptTokens += usage.promptTokens;
    this.#completionTokens += usage.completionTokens;
    this.#reasoningTokens = sum(this.#reasoningTokens, usage.reasoningTokens);
    this.#cachedTokens = sum(this.#cachedTokens, usage.cachedTokens);
    this.#cacheWrittenTokens = sum(this.#cacheWrittenTokens, usage.cacheWrittenTokens);
    this.#more = sums(this.#more, usage.more?.completion);
  }

  /** Resets all counts, for a turn that switches to another model. */
  forget(): void {
    this.#last = undefined;
    this.#steps = 0;
    this.#promptTokens = 0;
    this.#completionTokens = 0;
    this.#reasoningTokens = undefined;
    this.#cachedTokens = undefined;
    this.#cacheWrittenTokens = undefined;
    this.#more = undefined;
  }

  get usage(): Usage | undefined {
    if (this.#last === undefined || this.#steps === 1) return this.#last;
    const more = { ...this.#last.more, ...(this.#more !== undefined && { completion: this.#more }) };
    return {
      ...this.#last,
      completionTokens: this.#completionTokens,
      ...(this.#reasoningTokens !== undefined && { reasoningTokens: this.#reasoningTokens }),
      ...(Object.keys(more).length > 0 && { more }),
      turn: {
        steps: this.#steps,
        promptTokens: this.#promptTokens,
        completionTokens: this.#completionTokens,
        ...(this.#cachedTokens !== undefined && { cachedTokens: this.#cachedTokens }),
        ...(this.#cacheWrittenTokens !== undefined && { cacheWrittenTokens: this.#cacheWrittenTokens }),
      },
    };
  }
}

/** Adds a count to a sum. Undefined if neither is known. */
function sum(before: number | undefined, next: number | undefined): number | undefined {
  return next === undefined ? before : (before ?? 0) + next;
}

function sums(before: Counts | undefined, next: Counts | undefined): Counts | undefined {
  if (before === undefined || next === undefined) return next ?? before;
  const added = new Map(Object.entries(before));
  for (const [name, count] of Object.entries(next)) added.set(name, (added.get(name) ?? 0) + count);
  return Object.fromEntries(added);
}
