import { type Fields, isRecord, type Usage } from '../core/index.ts';

/**
 * What a turn used. The prompt is the last step's: clients judge by it how full the window is, and the earlier steps'
 * prompts are inside it. Completions are added up; the sums of everything stand beside.
 */
export class Tally {
  #last: Usage | undefined;
  #steps = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #completionDetails: Fields = {};

  add(usage: Usage | undefined): void {
    this.#steps++;
    if (usage === undefined) return;
    this.#last = usage;
    this.#promptTokens += usage.promptTokens;
    this.#completionTokens += usage.completionTokens;
    this.#completionDetails = addNumbers(this.#completionDetails, usage.details?.[COMPLETION_DETAILS]);
  }

  /** Another model begins anew. */
  forget(): void {
    this.#last = undefined;
    this.#steps = 0;
    this.#promptTokens = 0;
    this.#completionTokens = 0;
    this.#completionDetails = {};
  }

  get usage(): Usage | undefined {
    if (this.#last === undefined || this.#steps === 1) return this.#last;
    const { promptTokens, details } = this.#last;
    const hasDetails = Object.keys(this.#completionDetails).length > 0;
    return {
      promptTokens,
      completionTokens: this.#completionTokens,
      ...(details === undefined && !hasDetails
        ? {}
        : { details: { ...details, ...(hasDetails ? { [COMPLETION_DETAILS]: this.#completionDetails } : {}) } }),
      turn: {
        steps: this.#steps,
        promptTokens: this.#promptTokens,
        completionTokens: this.#completionTokens,
      },
    };
  }
}

/** Chat completions' word for how many of the tokens were reasoning, audio, predicted. */
const COMPLETION_DETAILS = 'completion_tokens_details';

function addNumbers(sums: Fields, details: unknown): Fields {
  if (!isRecord(details)) return sums;
  const added = new Map(Object.entries(sums));
  for (const [name, value] of Object.entries(details)) {
    const before = added.get(name);
    if (typeof value === 'number') added.set(name, typeof before === 'number' ? before + value : value);
  }
  return Object.fromEntries(added);
}
