import type { JSONObject, LanguageModelV4Usage } from '@ai-sdk/provider';
import type { Usage } from '../../core/index.ts';
import { writeUsage } from '../chat/usage.ts';

/**
 * Writes the usage of a call. If the turn had several steps, the counts are the sums of all steps, as a provider bills them and as
 * the AI SDK adds up its own steps. `raw` has the last step's prompt, whose size shows how full the context window is.
 */
export function writeAiSdkUsage(usage: Usage | undefined): LanguageModelV4Usage {
  if (usage === undefined) return UNKNOWN;
  const { promptTokens, completionTokens, cachedTokens, cacheWrittenTokens } = { ...usage, ...usage.turn };
  const { reasoningTokens } = usage;
  return {
    inputTokens: {
      total: promptTokens,
      noCache: Math.max(0, promptTokens - (cachedTokens ?? 0) - (cacheWrittenTokens ?? 0)),
      cacheRead: cachedTokens,
      cacheWrite: cacheWrittenTokens,
    },
    outputTokens: {
      total: completionTokens,
      text: reasoningTokens === undefined ? undefined : Math.max(0, completionTokens - reasoningTokens),
      reasoning: reasoningTokens,
    },
    raw: writeUsage(usage) as JSONObject,
  };
}

const UNKNOWN: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};
