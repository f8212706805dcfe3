import type { AssistantMessage, Fields, Message, ToolChoice, VisibleTool } from '../../core/index.ts';
import { type Family, familyOf } from './family.ts';
import { type Conventions, writeConversation } from './message.ts';
import { ToolNames } from './names.ts';
import { readLimit, writeParameters } from './parameters.ts';
import { planThinking } from './thinking.ts';
import { readThoughts } from './thoughts.ts';
import { writeMessagesChoice, writeMessagesTools } from './tools.ts';

/** One call of a model. */
export interface MessagesRequest {
  readonly model: string;
  readonly messages: readonly Message[];
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
  readonly parallel?: boolean;
  /** What the prompt leaves of the window for the answer, if that is known. */
  readonly answerTokens?: number;
  readonly isStreamed: boolean;
  /** Members of a chat-completions request. */
  readonly extra: Fields;
}

/** A request of the Messages API, and the members of the client's request that it has no place for. */
export function writeMessagesRequest(request: MessagesRequest): {
  readonly body: Fields;
  readonly left: readonly string[];
} {
  const { model, messages, parallel, isStreamed, extra } = request;
  const family = familyOf(model);
  const limit = readLimit(extra);
  const { tools, choice, isLoosened } = admitted(request, family.isForcible);
  const thoughtsIn = (message: AssistantMessage) => readThoughts(message.extra, model, family.isExacting);
  const plan = planThinking(extra, {
    family,
    answerTokens: limit.tokens ?? defaultTokens(family, request.answerTokens),
    isForced: choice.kind === 'required' || choice.kind === 'named',
    isThoughtless: isThoughtless(messages, thoughtsIn),
  });
  const { members, output: shape, left } = writeParameters(extra, { family, isThinking: plan.isAsked });
  const names = new ToolNames(request);
  const thoughtsOf = plan.isPossible ? thoughtsIn : () => [];
  const chosen = tools.length === 0 ? undefined : writeMessagesChoice(choice, parallel, names);
  const output = { ...(plan.effort !== undefined && { effort: plan.effort }), ...shape };
  const body = {
    ...members,
    ...(model !== '' && { model }),
    max_tokens: plan.answerTokens,
    ...writeConversation(messages, { names, thoughtsOf, isPrefillable: family.isPrefillable && !plan.isAsked }),
    ...(tools.length > 0 && { tools: writeMessagesTools(tools, names, family) }),
    ...(chosen !== undefined && { tool_choice: chosen }),
    ...(plan.thinking !== undefined && { thinking: plan.thinking }),
    ...(Object.keys(output).length > 0 && { output_config: output }),
    stream: isStreamed,
  };
  return { body, left: [...left, ...limit.left, ...plan.left, ...(isLoosened ? ['tool_choice'] : [])] };
}

/** For a client that names no limit. */
function defaultTokens({ answerTokens }: Family, left = answerTokens): number {
  return Math.min(answerTokens, Math.max(left, LEAST_ANSWER));
}

const LEAST_ANSWER = 1_024; // how much is left is an estimate: so much must be worth the try

/** Some models cannot be made to call a tool: they are left to choose. */
function admitted({ tools, choice }: MessagesRequest, isForcible: boolean) {
  const isForced = tools.length > 0 && (choice.kind === 'required' || choice.kind === 'named');
  const isLoosened = isForced && !isForcible;
  const taken: ToolChoice = isLoosened || tools.length === 0 ? { kind: 'auto' } : choice;
  return { tools, choice: taken, isLoosened };
}

/** Whether the last turn is the assistant's still, with outcomes that it waited for, and did not begin with a thought. */
function isThoughtless(messages: readonly Message[], thoughtsIn: Conventions['thoughtsOf']): boolean {
  const end = messages.findLastIndex(({ role }) => role === 'assistant' || role === 'tool');
  if (messages[end]?.role !== 'tool') return false;
  const before = messages.slice(0, end).findLastIndex(({ role }) => role === 'user');
  const first = messages.slice(before + 1).find((message) => message.role === 'assistant');
  if (first === undefined) return false;
  const place = thoughtsIn(first)[0]?.place;
  return place === undefined || place.callsBefore > 0 || place.behind !== undefined;
}
