import { type Fields, isDeeperThan, isRecord, MOST_DEPTH, type Usage } from '../../../core/index.ts';

/** Whether a `usage` counts anything: some servers send null or zeros of their own kind until the end. */
export function isUsage(value: unknown): value is Fields {
  return isRecord(value) && (isCount(value.prompt_tokens) || isCount(value.completion_tokens));
}

export function readUsage(usage: Fields): Usage {
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: _sum, ...rest } = usage;
  const details = Object.entries(rest).filter(([, value]) => value !== null && !isDeeperThan(value, MOST_DEPTH));
  return {
    promptTokens: isCount(prompt) ? prompt : 0,
    completionTokens: isCount(completion) ? completion : 0,
    ...(details.length > 0 && { details: Object.fromEntries(details) }),
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}
