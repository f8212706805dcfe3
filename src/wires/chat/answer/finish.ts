import type { FinishReason } from '../../../core/index.ts';
import type { CallsReader } from '../../answer/calls.ts';

/**
 * Why the answer ended, by what came rather than by what the server says of it: many say `stop` behind calls, some
 * `tool_calls` without any. Of a call that breaks off, nobody may think that it is whole.
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
