import { type Fields, isAbsent, isRecord, type ModelRequest, truncate } from '../../core/index.ts';
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

export interface AgentTool {
  /** The name within the bridge. */
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Fields;
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

/** Turns reasoning off. */
const OFF: Fields = { thinking: { type: 'disabled' }, ...unlessReasoning({ thinking: {} }) };

/**
 * The agent adds an instruction to keep earlier reasoning, and the API refuses it in a request that turns reasoning off.
 * Returns the parameter that removes it.
 */
function unlessReasoning({ thinking, context_management: own }: Fields): Fields {
  const isAsked = !isRecord(thinking) || thinking.type === 'enabled' || thinking.type === 'adaptive';
  return isAsked || own !== undefined ? {} : { context_management: { edits: [] } };
}

/** Removes the parameters of reasoning, so that the agent's own apply. */
function withoutReasoning({ thinking: _thinking, output_config: output, ...parameters }: Fields): Fields {
  const { effort: _effort, ...others } = isRecord(output) ? output : {};
  return Object.keys(others).length === 0 ? parameters : { ...parameters, output_config: others };
}

/** The agent's aliases, such as `sonnet`, are the newest models of Claude's lines. */
function wireModelOf(model: string): string {
  if (model === '') return 'claude';
  return /^(?:sonnet|opus|haiku|fable|mythos)\b/i.test(model) ? `claude-${model}` : model;
}

/**
 * The agent reasons unless the request forbids it, and its reasoning excludes some parameters: a small token limit, a temperature,
 * a forced tool. With one of these, it reasons only if the client asks for it. If nothing is said about reasoning (`isDefault`),
 * the request is written as if the client had asked for it, because its history must then have the earlier reasoning.
 */
function tuned({ sampling, choice, extra }: ModelRequest, family: Family): Tuned {
  const isForced = choice.kind === 'required' || choice.kind === 'named';
  const { maxTokens, temperature, topP, topK, reasoning } = sampling;
  const isTuned = isForced || [maxTokens, temperature, topP, topK].some((value) => value !== undefined);
  if (reasoning !== undefined || !isAbsent(extra?.messages?.thinking)) return { sampling, isTuned, isDefault: false };
  if (isTuned) return { sampling: { ...sampling, reasoning: { kind: 'off' } }, isTuned, isDefault: false };
  if (!reasonsByRequest(family)) return { sampling, isTuned, isDefault: true };
  return { sampling: { ...sampling, reasoning: { kind: 'effort', effort: 'high' } }, isTuned, isDefault: true };
}

interface Tuned {
  readonly sampling: ModelRequest['sampling'];
  readonly isTuned: boolean;
  readonly isDefault: boolean;
}

type Family = ReturnType<typeof messagesFamilyOf>;

/** True if the model reasons only in requests that ask for it, which those of the agent do. */
function reasonsByRequest({ rest, thinking }: Family): boolean {
  return rest === 'silence' && thinking !== 'none';
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

/**
 * Claude Code rewrites some characters in the definitions of tools: it composes characters (NFKC) and removes invisible ones. A
 * model would then give changed values of an enum. Definitions with such characters replace the agent's own in each request, if
 * they are not too large for that.
 */
function exactTools(tools: readonly AgentTool[], others: Fields): Exact {
  const written = tools.map(({ name, description, inputSchema }) => ({
    name: PREFIX + name,
    description,
    input_schema: inputSchema,
  }));
  const text = JSON.stringify(written);
  const isRewritten = text !== text.normalize('NFKC') || /[\p{Cf}\p{Co}\p{Cn}]/u.test(text);
  if (!isRewritten) return { exact: {}, hasRewrittenTools: false };
  const isLarge = Buffer.byteLength(text) + Buffer.byteLength(JSON.stringify(others)) > MOST_BYTES;
  return { exact: isLarge ? {} : { tools: written }, hasRewrittenTools: isLarge };
}

interface Exact {
  /** The parameter with the exact definitions, if they need one. */
  readonly exact: Fields;
  readonly hasRewrittenTools: boolean;
}

/** Parameters travel in an environment variable, which may have less than 128 KiB. */
const MOST_BYTES = 110_000;

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
