import type { Log, ModelRequest, ToolChoice } from '../../core/index.ts';
import { leftOut } from '../left-out.ts';
import type { Written } from '../wire.ts';
import { writeOllamaMessages } from './message.ts';
import { writeParameters } from './parameters.ts';
import { offeredTools, toQwenTools } from './tools.ts';

export interface OllamaSettings {
  /** How long the model stays loaded, where the client does not say it. */
  readonly keepAlive?: string | number | undefined;
  readonly log?: Log;
}

/**
 * A request of `/api/chat`. Since 0.12.6, `truncate` and `shift` make Ollama
 * refuse a prompt that does not fit its window, and end an answer there; before, it cut the conversation without a word,
 * and does not know them.
 */
export function writeOllamaRequest(request: ModelRequest, { keepAlive, log }: OllamaSettings = {}): Written {
  const { model, messages, tools, choice, parallel, contextTokens, isStreamed } = request;
  const offered = toQwenTools(offeredTools(tools, choice), log);
  const { members, options, ...heed } = writeParameters(request);
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
  return { body, left: [...leftOut(request, 'ollama', heed), ...unheeded(offered.length > 0, choice, parallel)] };
}

/** Wishes about calls that Ollama cannot be told. */
function unheeded(hasTools: boolean, choice: ToolChoice, parallel: boolean | undefined): string[] {
  if (!hasTools) return [];
  return [
    ...(choice.kind === 'required' ? ['tool_choice'] : []),
    ...(parallel === false ? ['parallel_tool_calls'] : []),
  ];
}
