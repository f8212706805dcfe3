import type { Reasoning } from '../format.ts';

/** Most families think in these tags; a record adds what is its own. */
export const think = { open: ['<think>'], close: ['</think>'], calls: 'none' } as const satisfies Reasoning;

/** Ends of messages that leak into the text where a server does not strip them. */
export const ends = {
  chatml: ['<|im_end|>', '<|endoftext|>'],
  llama3: ['<|eot_id|>', '<|eom_id|>'],
  cohere: ['<|END_OF_TURN_TOKEN|>'],
  deepseek: ['<｜end▁of▁sentence｜>', '<|end▁of▁sentence|>'],
  minimax: ['[e~['],
  sentencePiece: ['</s>'],
} as const;

/** How Mistral's models are told outcomes, in every version. */
export const mistralOutcome = { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' } as const;

/** How MiniMax's models are told outcomes, from M2 on. */
export const minimaxOutcome = { open: '<response>', close: '</response>' } as const;
