import type {
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3GenerateResult,
  LanguageModelV3StreamPart,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  SharedV3Warning,
} from '@ai-sdk/provider';
import type { StreamPart } from './parts.ts';
import type { Warning } from './warnings.ts';

/** Converts a stream part of V4 to V3. Returns undefined if V3 has no such part. */
export function partForV3(part: StreamPart): LanguageModelV3StreamPart | undefined {
  switch (part.type) {
    case 'stream-start':
      return { type: part.type, warnings: part.warnings.map(warningForV3) };
    case 'finish':
      return { ...part, finishReason: finishForV3(part.finishReason) };
    case 'text-end': {
      const { citations: _, ...rest } = part;
      return rest;
    }
    case 'tool-input-start': {
      const { inputEncoding: _, ...rest } = part;
      return rest;
    }
    case 'file':
      return fileForV3(part);
    case 'reasoning-file':
    case 'custom':
    case 'ping':
      return undefined;
    default:
      return part;
  }
}

export function resultForV3(result: LanguageModelV4GenerateResult): LanguageModelV3GenerateResult {
  const content = result.content.flatMap((part) => contentForV3(part) ?? []);
  const { request, response, usage, providerMetadata } = result;
  return {
    content,
    finishReason: finishForV3(result.finishReason),
    usage,
    ...(providerMetadata !== undefined && { providerMetadata }),
    ...(request !== undefined && { request }),
    ...(response !== undefined && { response }),
    warnings: result.warnings.map(warningForV3),
  };
}

function contentForV3(part: LanguageModelV4Content): LanguageModelV3Content | undefined {
  switch (part.type) {
    case 'text': {
      const { citations: _, ...rest } = part;
      return rest;
    }
    case 'file':
      return fileForV3(part);
    case 'reasoning-file':
    case 'custom':
      return undefined;
    default:
      return part;
  }
}

/** V3 has no `interrupted`: an answer that was cut off is an error. */
function finishForV3({ unified, raw }: LanguageModelV4FinishReason): LanguageModelV3FinishReason {
  return { unified: unified === 'interrupted' ? 'error' : unified, raw };
}

function fileForV3({ mediaType, data }: Extract<StreamPart, { type: 'file' }>) {
  return data.type === 'data' ? { type: 'file' as const, mediaType, data: data.data } : undefined;
}

function warningForV3(warning: Warning): SharedV3Warning {
  return warning.type === 'deprecated' ? { type: 'other', message: warning.message } : warning;
}
