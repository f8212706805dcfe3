import type { CallFailure, Plan } from '../core/index.ts';
import { isSearch } from '../select/index.ts';
import { unknownTool } from '../tools/index.ts';

/**
 * Builds the failures for calls of tools that the model was not shown. They mention only tools of the plan, because the
 * executor also knows tools that this model must not learn about. Only the first few failures suggest the nearest name,
 * because a confused model can make hundreds of such calls.
 */
export class UnknownToolFailures {
  #told = 0;

  failure(name: string, { visible, callable }: Plan): CallFailure {
    if (this.#told++ >= MOST_TOLD) {
      return { kind: 'unknown-tool', tool: name, known: [], knownCount: visible.length + callable.length };
    }
    const others = [...visible, ...callable].map((tool) => tool.wireName).filter((known) => known !== name);
    return unknownTool(name, others, visible.find(isSearch)?.wireName);
  }
}

const MOST_TOLD = 8;
