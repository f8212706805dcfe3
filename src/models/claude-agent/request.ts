import type { Fields, ModelRequest } from '../../core/index.ts';
import { isRecord, truncate } from '../../core/index.ts';
import { messagesFamilyOf, ToolNames, writeMessagesRequest } from '../../wires/index.ts';
import { PREFIX } from './bridge.ts';

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
  /** Names of the client's parameters that have no effect. */
  readonly left: readonly string[];
  /** True if the gateway runs all of the tools, so that the agent can go on after their calls. */
  readonly isLoop: boolean;
}

export interface AgentMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Fields[];
}

export interface AgentTool {
  /** The name within the bridge. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Fields;
}

/** Writes a request for the agent. */
export function writeAgentRequest(request: ModelRequest): AgentRequest {
  const wireModel = wireModelOf(request.model);
  const names = new ToolNames(request, PREFIX);
  const { isTuned, sampling } = tuned(request);
  const { body, left } = writeMessagesRequest({ ...request, model: wireModel, sampling }, names);
  const { model: _model, system, messages, tools, stream: _stream, max_tokens: limit, ...parameters } = body;
  const isSilent = isTuned && parameters.thinking === undefined && messagesFamilyOf(wireModel).rest !== 'never';
  return {
    model: request.model,
    wireModel,
    system: textOfSystem(system),
    messages: conversation(messages),
    tools: readTools(tools),
    names,
    parameters: {
      ...parameters,
      ...((isTuned || parameters.thinking !== undefined) && { max_tokens: limit }),
      ...(isSilent && { thinking: { type: 'disabled' } }),
    },
    left,
    isLoop: request.tools.length > 0 && request.tools.every(({ owner }) => owner === 'gateway'),
  };
}

/** The agent's aliases, such as `sonnet`, are the newest models of Claude's lines. */
function wireModelOf(model: string): string {
  if (model === '') return 'claude';
  return /^(?:sonnet|opus|haiku|fable|mythos)\b/i.test(model) ? `claude-${model}` : model;
}

/**
 * The agent reasons unless it is told not to, and its reasoning excludes some parameters: a small token limit, a temperature,
 * a forced tool. With one of these, it reasons only if the client asks for it.
 */
function tuned({ sampling, choice, extra }: ModelRequest): Pick<ModelRequest, 'sampling'> & { isTuned: boolean } {
  const isForced = choice.kind === 'required' || choice.kind === 'named';
  const { maxTokens, temperature, topP, topK, reasoning } = sampling;
  const isTuned = isForced || [maxTokens, temperature, topP, topK].some((value) => value !== undefined);
  if (!isTuned || reasoning !== undefined || extra?.messages?.thinking !== undefined) return { sampling, isTuned };
  return { sampling: { ...sampling, reasoning: { kind: 'off' } }, isTuned };
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

function readTools(tools: unknown): readonly AgentTool[] {
  return (Array.isArray(tools) ? tools.filter(isRecord) : []).map(({ name, description, input_schema: schema }) => ({
    name: String(name).slice(PREFIX.length),
    ...described(String(description ?? ''), isRecord(schema) ? schema : {}),
  }));
}

/** Claude Code truncates long descriptions of tools, but not those of schemas. The rest of a long one moves there. */
function described(description: string, schema: Fields): Pick<AgentTool, 'description' | 'inputSchema'> {
  const inputSchema = { ...schema, type: 'object' };
  if (description.length <= MOST_CHARACTERS) return { description, inputSchema };
  const head = truncate(description, MOST_CHARACTERS);
  const rest = description.slice(head.length);
  const own = typeof schema.description === 'string' ? `\n\n${schema.description}` : '';
  return { description: `${head}…`, inputSchema: { ...inputSchema, description: `…${rest}${own}` } };
}

const MOST_CHARACTERS = 4_000;
