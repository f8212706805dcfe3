import { type Fields, type FinishEvent, type FinishReason, isRecord } from '../../../core/index.ts';
import type { MessageCalls } from './calls.ts';

/** Collects how the server ended its answer, from the fields of a message or of the last delta of a stream. */
export class Ending {
  #reason: string | undefined;
  #sequence: string | undefined;
  #explanation: string | undefined;

  /** Reads the ending. Later values replace earlier ones. */
  read({ stop_reason: reason, stop_sequence: sequence, stop_details: details }: Fields): void {
    this.#reason = word(reason) ?? this.#reason;
    this.#sequence = word(sequence) ?? this.#sequence;
    this.#explanation = (isRecord(details) ? word(details.explanation) : undefined) ?? this.#explanation;
  }

  get isSaid(): boolean {
    return this.#reason !== undefined;
  }

  finish(calls: MessageCalls): FinishEvent {
    const reason = finishReason(this.#reason, calls);
    return {
      type: 'finish',
      reason,
      ...(reason === 'stop-sequence' && this.#sequence !== undefined && { stopSequence: this.#sequence }),
      ...(this.#explanation !== undefined && { explanation: this.#explanation }),
    };
  }
}

/** Returns the finish reason. The content counts more than the server's reason, and a truncated call ends in `length`. */
function finishReason(said: string | undefined, calls: MessageCalls): FinishReason {
  if (said === 'refusal') return 'refusal';
  const isCutOff = said === 'max_tokens' || said === 'model_context_window_exceeded';
  if (!calls.isAny) return isCutOff ? 'length' : (WORDS.get(said) ?? 'stop');
  if (isCutOff) return calls.last === 'whole' ? 'calls' : 'length';
  return calls.last === 'cut' ? 'length' : 'calls';
}

const WORDS: ReadonlyMap<string | undefined, FinishReason> = new Map([
  ['stop_sequence', 'stop-sequence'],
  ['pause_turn', 'pause'],
]);

function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
