import type { Log, ModelRequest, ToolChoice } from '../../core/index.ts';
import { leftOut } from '../left-out.ts';
import type { Written } from '../wire.ts';
import { writeOllamaMessages } from './message.ts';
import { writeParameters } from './parameters.ts';
import { offeredTools, toQwenTools } from './tools.ts';

export interface OllamaSettings {
  /** How long the model stays loaded, unless the client sets it. */
  readonly keepAlive?: string | number | undefined;
  readonly log?: Log;
}

/**
 * Writes a request for `/api/chat`. Since version 0.12.6, `truncate: false` makes Ollama reject a prompt that does not fit
 * the context window, and `shift: false` makes it end an answer at the window. Older versions ignore both fields and
 * truncate the conversation silently.
 */
export function writeOllamaRequest(request: ModelRequest, { keepAlive, log }: OllamaSettings = {}): Written {
  const { model, messages, choice, parallel, contextTokens, isStreamed } = request;
  const offered = toQwenTools(offeredTools(request), log);
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

/** Returns the names of tool-call parameters that Ollama does not support. */
function unheeded(hasTools: boolean, choice: ToolChoice, parallel: boolean | undefined): string[] {
  if (!hasTools) return [];
  return [
    ...(choice.kind === 'required' ? ['tool_choice'] : []),
    ...(parallel === false ? ['parallel_tool_calls'] : []),
  ];
}
