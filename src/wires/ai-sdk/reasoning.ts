import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import {
  type Fields,
  isDeeperThan,
  isRecord,
  MOST_DEPTH,
  type ReasoningPart,
  type WireFields,
} from '../../core/index.ts';

/**
 * Reasoning travels with its provider's state in `providerMetadata.toolpath`: the `state` of a text, and the `blocks` that only
 * the provider can read. `ai` sends both back in `providerOptions` of the reasoning part.
 */
export function reasoningMetadata(
  state: WireFields | undefined,
  blocks: readonly ReasoningPart[],
): { providerMetadata?: SharedV4ProviderMetadata } {
  if (state === undefined && blocks.length === 0) return {};
  const told = { ...(state !== undefined && { state }), ...(blocks.length > 0 && { blocks }) };
  return { providerMetadata: { toolpath: told as SharedV4ProviderMetadata[string] } };
}

/** Reads a reasoning part of a prompt, which any program may have written. */
export function readReasoningPart(text: string, providerOptions: unknown): readonly ReasoningPart[] {
  const own = isRecord(providerOptions) && Object.hasOwn(providerOptions, 'toolpath') ? providerOptions.toolpath : {};
  const { state, blocks } = isRecord(own) && !isDeeperThan(own, MOST_DEPTH) ? own : ({} as Fields);
  const plain: readonly ReasoningPart[] = text === '' ? [] : [{ type: 'reasoning', text, ...stateIn(state) }];
  return [...plain, ...(Array.isArray(blocks) ? blocks.slice(0, MOST_BLOCKS).flatMap(readBlock) : [])];
}

const MOST_BLOCKS = 1_000; // a step has a few

function readBlock(block: unknown): readonly ReasoningPart[] {
  if (!isRecord(block) || typeof block.text !== 'string') return [];
  const { text, signature, state } = block;
  return [
    {
      type: 'reasoning',
      text,
      ...(typeof signature === 'string' && { signature }),
      isBlock: true,
      ...stateIn(state),
    },
  ];
}

function stateIn(state: unknown): { state?: WireFields } {
  if (!isRecord(state)) return {};
  const { chat, messages, ollama } = state;
  const kept = {
    ...(isRecord(chat) && { chat }),
    ...(isRecord(messages) && { messages }),
    ...(isRecord(ollama) && { ollama }),
  };
  return Object.keys(kept).length === 0 ? {} : { state: kept };
}
