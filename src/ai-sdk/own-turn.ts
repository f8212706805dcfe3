import type {
  LanguageModelV4Content,
  LanguageModelV4Message,
  LanguageModelV4ToolResult,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { parseJson } from '../core/index.ts';

/** The result of a tool that ran beside the gateway. */
export interface OwnResult {
  readonly part: LanguageModelV4ToolResult;
  readonly text: string;
  readonly isError: boolean;
}

type AnswerPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Writes an answer as a message of the next prompt, as `ai` does. */
export function answerMessage(content: readonly LanguageModelV4Content[]): LanguageModelV4Message {
  return { role: 'assistant', content: content.flatMap(partOf) };
}

function partOf(part: LanguageModelV4Content): AnswerPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      const { type, text, providerMetadata } = part;
      return [{ type, text, ...(providerMetadata !== undefined && { providerOptions: providerMetadata }) }];
    }
    case 'tool-call': {
      const { type, toolCallId, toolName, input, providerExecuted } = part;
      const value = parseJson(input) ?? input;
      return [{ type, toolCallId, toolName, input: value, ...(providerExecuted === true && { providerExecuted }) }];
    }
    case 'tool-result': {
      const { type, toolCallId, toolName, result, isError } = part;
      const isText = typeof result === 'string';
      const output = isText
        ? { type: isError === true ? ('error-text' as const) : ('text' as const), value: result }
        : { type: isError === true ? ('error-json' as const) : ('json' as const), value: result };
      return [{ type, toolCallId, toolName, output }];
    }
    default:
      return []; // sources and files are for the caller
  }
}

export function resultMessage(results: readonly OwnResult[]): LanguageModelV4Message {
  const content = results.map(({ part: { toolCallId, toolName }, text, isError }) => {
    const output = { type: isError ? ('error-text' as const) : ('text' as const), value: text };
    return { type: 'tool-result' as const, toolCallId, toolName, output };
  });
  return { role: 'tool', content };
}

/** Adds the usage of two turns. A count that only one of them knows is that of the one. */
export function addUsage(before: LanguageModelV4Usage | undefined, next: LanguageModelV4Usage): LanguageModelV4Usage {
  if (before === undefined) return next;
  const sum = (one: number | undefined, other: number | undefined) =>
    one === undefined && other === undefined ? undefined : (one ?? 0) + (other ?? 0);
  const { inputTokens: input, outputTokens: output } = before;
  return {
    ...next,
    inputTokens: {
      total: sum(input.total, next.inputTokens.total),
      noCache: sum(input.noCache, next.inputTokens.noCache),
      cacheRead: sum(input.cacheRead, next.inputTokens.cacheRead),
      cacheWrite: sum(input.cacheWrite, next.inputTokens.cacheWrite),
    },
    outputTokens: {
      total: sum(output.total, next.outputTokens.total),
      text: sum(output.text, next.outputTokens.text),
      reasoning: sum(output.reasoning, next.outputTokens.reasoning),
    },
  };
}
