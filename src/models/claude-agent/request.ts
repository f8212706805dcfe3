import { type Fields, isRecord, type ModelRequest } from '../../core/index.ts';
import { messagesFamilyOf, ToolNames, writeMessagesRequest } from '../../wires/index.ts';
import { PREFIX } from './bridge.ts';
import { type AgentTool, exactTools, readTools } from './definitions.ts';
import { OFF, reasonsByRequest, tuned, unlessReasoning, withoutReasoning } from './reasoning.ts';

/** A model request in the words of the agent: a Messages request whose tools are those of the bridge. */
export interface AgentRequest {
  /** The model as the agent knows it. Empty for its default. */
  readonly model: string;
  /** The name that decides what the model supports, and by which its reasoning is recognised. */
  readonly wireModel: string;
  readonly system: string;
  /** User and assistant messages in turn. The last one is the user's. */
  readonly messages: readonly AgentMessage[];
  readonly tools: readonly AgentTool[];
  readonly names: ToolNames;
  /** Parameters of the Messages request that the agent adds to each of its requests. */
  readonly parameters: Fields;
  /**
   * Further parameters for a run that begins with this request. They turn reasoning off if the API would refuse it, because the
   * current turn has an answer whose reasoning is not known. A run that wrote the answer itself needs no such care.
   */
  readonly startParameters: Fields;
  /** Names of the client's parameters that have no effect. */
  readonly left: readonly string[];
  /** True if the agent changes characters in the definitions of the tools. */
  readonly hasRewrittenTools: boolean;
  /** True if the gateway runs all of the tools, so that the agent can continue after their calls. */
  readonly isLoop: boolean;
}

export interface AgentMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Fields[];
}

/** Writes a request for the agent. */
export function writeAgentRequest(request: ModelRequest): AgentRequest {
  const wireModel = wireModelOf(request.model);
  const family = messagesFamilyOf(wireModel);
  const names = new ToolNames(request, PREFIX);
  const { isTuned, isDefault, sampling } = tuned(request, family);
  const { body, left } = writeMessagesRequest({ ...request, model: wireModel, sampling }, names);
  const { model: _model, system, messages, tools, stream: _stream, max_tokens: limit, ...members } = body;
  const bridged = readTools(tools);
  const isUnsaid = members.thinking === undefined;
  const parameters = isDefault ? withoutReasoning(members) : members;
  const { exact, hasRewrittenTools } = exactTools(bridged, parameters);
  const isOff = isUnsaid && ((isTuned && family.rest !== 'never') || (!isDefault && family.rest === 'silence'));
  return {
    model: request.model,
    wireModel,
    system: textOfSystem(system),
    messages: conversation(messages),
    tools: bridged,
    names,
    parameters: {
      ...parameters,
      ...((isTuned || isOff || parameters.thinking !== undefined) && { max_tokens: limit }),
      ...(isOff ? OFF : unlessReasoning(parameters)),
      ...exact,
    },
    startParameters: isDefault && isUnsaid && reasonsByRequest(family) ? { ...OFF, max_tokens: limit } : {},
    left,
    hasRewrittenTools,
    isLoop: request.tools.length > 0 && request.tools.every(({ owner }) => owner === 'gateway'),
  };
}

/** The agent's aliases, such as `sonnet`, are the newest models of Claude's lines. */
function wireModelOf(model: string): string {
  if (model === '') return 'claude';
  return /^(?:sonnet|opus|haiku|fable|mythos)\b/i.test(model) ? `claude-${model}` : model;
}

function textOfSystem(system: unknown): string {
  if (typeof system === 'string') return system;
  const blocks = Array.isArray(system) ? system.filter(isRecord) : [];
  return blocks.map(({ text }) => String(text ?? '')).join('\n\n');
}

/** The agent sets its own cache breakpoints, and a request may have only four. */
function conversation(messages: unknown): readonly AgentMessage[] {
  const written = (Array.isArray(messages) ? messages.filter(isRecord) : []).map(
    ({ role, content }): AgentMessage => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      content: blocksOf(content).map(withoutMarker),
    }),
  );
  return written.at(-1)?.role === 'user' ? written : [...written, CONTINUE];
}

/** The agent cannot continue a started message of the assistant. */
const CONTINUE: AgentMessage = { role: 'user', content: [{ type: 'text', text: 'Continue.' }] };

/** Returns the content of a message or of a tool result as a list of blocks. */
export function blocksOf(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.filter(isRecord) : [];
}

function withoutMarker(block: Fields): Fields {
  const { cache_control: _, ...kept } = block;
  return Array.isArray(kept.content) ? { ...kept, content: blocksOf(kept.content).map(withoutMarker) } : kept;
}
