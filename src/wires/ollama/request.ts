import type { Fields, Log, Message, ToolChoice, VisibleTool } from '../../core/index.ts';
import { writeExtra } from './extra.ts';
import { writeOllamaMessages } from './message.ts';
import { offeredTools, toQwenTools } from './tools.ts';

export interface OllamaRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
  readonly parallel?: boolean;
  /** The window to ask for. */
  readonly contextTokens?: number;
  readonly isStreamed: boolean;
  /** As a client of chat completions wrote it. */
  readonly extra: Fields;
}

export interface OllamaSettings {
  /** How long the model stays loaded, where the client does not say it. */
  readonly keepAlive?: string | number | undefined;
  readonly log?: Log;
}

/**
 * A request of `/api/chat`, and the members that it has no place for. Since 0.12.6, `truncate` and `shift` make Ollama
 * refuse a prompt that does not fit its window, and end an answer there; before, it cut the conversation without a word,
 * and does not know them.
 */
export function writeOllamaRequest(
  { model, messages, tools, choice, parallel, contextTokens, isStreamed, extra }: OllamaRequest,
  { keepAlive, log }: OllamaSettings = {},
): { body: Fields; left: readonly string[] } {
  const offered = toQwenTools(offeredTools(tools, choice), log);
  const { members, options, left } = writeExtra(extra);
  const chosen = { ...options, ...(contextTokens !== undefined && { num_ctx: contextTokens }) };
  const body = {
    model,
    messages: writeOllamaMessages(messages),
    ...(offered.length > 0 && { tools: offered }),
    stream: isStreamed,
    ...(Object.keys(chosen).length > 0 && { options: chosen }),
    ...(keepAlive !== undefined && { keep_alive: keepAlive }),
    ...members,
    truncate: false,
    shift: false,
  };
  return { body, left: [...left, ...unheeded(offered.length > 0, choice, parallel)] };
}

/** Wishes about calls that Ollama cannot be told. */
function unheeded(hasTools: boolean, choice: ToolChoice, parallel: boolean | undefined): string[] {
  if (!hasTools) return [];
  return [
    ...(choice.kind === 'required' ? ['tool_choice'] : []),
    ...(parallel === false ? ['parallel_tool_calls'] : []),
  ];
}
