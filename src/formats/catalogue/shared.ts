import type { Reasoning } from '../format.ts';

/** The reasoning tags of most families. A record may add fields of its own. */
export const think = { open: ['<think>'], close: ['</think>'], calls: 'none' } as const satisfies Reasoning;

/** End-of-message tokens that leak into the text if a server does not strip them. */
export const ends = {
  chatml: ['<|im_end|>', '<|endoftext|>'],
  llama3: ['<|eot_id|>', '<|eom_id|>'],
  cohere: ['<|END_OF_TURN_TOKEN|>'],
  deepseek: ['<｜end▁of▁sentence｜>', '<|end▁of▁sentence|>'],
  minimax: ['[e~['],
  sentencePiece: ['</s>'],
} as const;

/** The tags around outcomes in every version of Mistral's format. */
export const mistralOutcome = { open: '[TOOL_RESULTS]', close: '[/TOOL_RESULTS]' } as const;

/** The tags around outcomes in MiniMax's formats, from M2 on. */
export const minimaxOutcome = { open: '<response>', close: '</response>' } as const;
