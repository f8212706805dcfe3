import type { FinishReason } from '../../../core/index.ts';
import type { MessageCalls } from './calls.ts';

/** Why the answer ended: by what came, where the server's word for it would be wrong. A call that breaks off is never whole. */
export function finishReason(said: string | undefined, calls: MessageCalls): Exclude<FinishReason, 'failed'> {
  if (said === 'refusal') return 'filtered';
  const isCutOff = said === 'max_tokens' || said === 'model_context_window_exceeded';
  if (!calls.isAny) return isCutOff ? 'length' : 'stop';
  if (isCutOff) return calls.last === 'whole' ? 'calls' : 'length';
  return calls.last === 'cut' ? 'length' : 'calls';
}
