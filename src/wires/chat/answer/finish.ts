import type { FinishReason } from '../../../core/index.ts';
import type { CallsReader } from '../../answer/calls.ts';

/**
 * Returns why the answer ended. The content counts more than the server's reason: many servers send `stop` after calls, and
 * some send `tool_calls` without any call. A truncated last call never results in `calls` if the server reports a limit.
 */
export function finishReason(said: string | undefined, calls: CallsReader): Exclude<FinishReason, 'failed'> {
  const cutOff = cutOffBy(said);
  if (!calls.isAny) return cutOff ?? 'stop';
  if (cutOff !== undefined) return calls.last === 'whole' ? 'calls' : cutOff;
  return said === undefined && calls.last === 'cut' ? 'length' : 'calls';
}

function cutOffBy(said: string | undefined): 'length' | 'filtered' | undefined {
  switch (said) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'length';
    case 'content_filter':
      return 'filtered';
    default:
      return undefined;
  }
}
