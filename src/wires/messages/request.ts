import {
  type AssistantMessage,
  isAbsent,
  type Message,
  type ModelRequest,
  reasoningIn,
  type ToolChoice,
} from '../../core/index.ts';
import { leftOut } from '../left-out.ts';
import type { Written } from '../wire.ts';
import { type Family, familyOf } from './family.ts';
import { type Conventions, writeConversation } from './message.ts';
import { ToolNames } from './names.ts';
import { limitIn, writeParameters } from './parameters.ts';
import { readThoughts } from './reasoning-blocks.ts';
import { planThinking } from './thinking.ts';
import { writeMessagesChoice, writeMessagesTools } from './tools.ts';

/** Writes a request for the Messages API. `names` are the names under which the tools are written. */
export function writeMessagesRequest(request: ModelRequest, names = new ToolNames(request)): Written {
  const { model, messages, parallel, isStreamed, sampling, extra } = request;
  const family = familyOf(model);
  const limit = limitIn(sampling);
  const thinking = extra?.messages?.thinking;
  const { tools, choice, isLoosened } = admitted(request, family.isForcible);
  const thoughtsIn = (message: AssistantMessage) =>
    readThoughts(reasoningIn(message.content), model, family.isExacting);
  const plan = planThinking(thinking, sampling.reasoning, {
    family,
    answerTokens: limit ?? defaultTokens(family, request.answerTokens),
    isForced: choice.kind === 'required' || choice.kind === 'named',
    lacksReasoning: lacksReasoning(messages, thoughtsIn),
  });
  const parameters = writeParameters(request, { family, isThinking: plan.isAsked });
  const thoughtsOf = plan.isPossible ? thoughtsIn : () => [];
  const chosen = tools.length === 0 ? undefined : writeMessagesChoice(choice, parallel, names);
  const output = { ...(plan.effort !== undefined && { effort: plan.effort }), ...parameters.output };
  const body = {
    ...parameters.members,
    ...(model !== '' && { model }),
    max_tokens: plan.answerTokens,
    ...writeConversation(messages, { names, thoughtsOf, isPrefillable: family.isPrefillable && !plan.isAsked }),
    ...(tools.length > 0 && { tools: writeMessagesTools(tools, names, family) }),
    ...(chosen !== undefined && { tool_choice: chosen }),
    ...(plan.thinking !== undefined && { thinking: plan.thinking }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    stream: isStreamed,
  };
  const isOwn = !isAbsent(thinking);
  const applied = new Set(parameters.applied);
  if (limit !== undefined) applied.add('maxTokens');
  if (isOwn || (sampling.reasoning !== undefined && plan.isApplied)) applied.add('reasoning');
  const refused = isOwn && !plan.isApplied ? [...parameters.refused, 'thinking'] : parameters.refused;
  const left = leftOut(request, 'messages', { applied, refused });
  return { body, left: isLoosened ? [...left, 'tool_choice'] : left };
}

/** Returns the token limit of the answer if the client sets none. `left` is the estimated rest of the context window. */
function defaultTokens({ answerTokens }: Family, left = answerTokens): number {
  return Math.min(answerTokens, Math.max(left, LEAST_ANSWER));
}

const LEAST_ANSWER = 1_024; // The rest of the window is only an estimate, so at least this much is always tried.

/** Replaces a forced tool choice by `auto` if the model does not support it. */
function admitted({ tools, choice }: ModelRequest, isForcible: boolean) {
  const isForced = tools.length > 0 && (choice.kind === 'required' || choice.kind === 'named');
  const isLoosened = isForced && !isForcible;
  const taken: ToolChoice = isLoosened || tools.length === 0 ? { kind: 'auto' } : choice;
  return { tools, choice: taken, isLoosened };
}

/**
 * True if the current assistant turn does not start with reasoning. A turn is current if it ends with outcomes, even if user
 * messages follow them.
 */
function lacksReasoning(messages: readonly Message[], thoughtsIn: Conventions['thoughtsOf']): boolean {
  const end = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  if (messages[end]?.role !== 'tool') return false;
  const before = messages.slice(0, end).findLastIndex(({ role }) => role === 'user');
  const first = messages.slice(before + 1).find((message) => message.role === 'assistant');
  if (first === undefined) return false;
  const place = thoughtsIn(first)[0]?.place;
  return place === undefined || place.callsBefore > 0 || place.behind !== undefined;
}
