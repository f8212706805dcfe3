import {
  type AssistantMessage,
  bytesOfBase64,
  estimateTokens,
  type Message,
  type ModelRequest,
  type Part,
  type ReasoningPart,
  type Sampling,
  textOf,
  type VisibleTool,
} from '../../core/index.ts';

/** Returns the number of characters in a prompt. This is cheap, and enough to know that a prompt is small. */
export function lettersOf({ messages, tools, sampling }: ModelRequest): number {
  let characters = formOf(sampling).length;
  for (const message of messages) characters += lettersOfMessage(message);
  return characters + lettersOfTools(tools);
}

/** True if a message has images, audio or files, whose tokens every model counts differently. */
export function hasMedia(messages: readonly Message[]): boolean {
  return messages.some(({ content }) => content.some(isMedia));
}

/** Estimates the tokens of the response format, which most servers write into the prompt. */
export function tokensOfForm(sampling: Sampling): number {
  return estimateTokens(formOf(sampling));
}

function formOf({ responseFormat: form }: Sampling): string {
  return form === undefined ? '' : JSON.stringify(form);
}

function lettersOfTools(tools: readonly VisibleTool[]): number {
  const known = declared.get(tools);
  if (known !== undefined) return known;
  const characters = tools.reduce((sum, tool) => sum + declarationOf(tool).characters, 0);
  declared.set(tools, characters);
  return characters;
}

/** Estimates the tokens of the messages, including what chat templates add around each of them. */
export function tokensOfMessages(messages: readonly Message[]): number {
  return messages.reduce((sum, message) => sum + AROUND_MESSAGE + tokensOfMessage(message), 0);
}

export function tokensOfTools(tools: readonly VisibleTool[]): number {
  return tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0);
}

export function tokensOfTool(tool: VisibleTool): number {
  const declared = declarationOf(tool);
  declared.tokens ??= AROUND_MESSAGE + estimateTokens(declared.text);
  return declared.tokens;
}

const AROUND_MESSAGE = 6;
const IMAGE = 800; // tokens for any image, independent of its bytes: about a page of text
const AUDIO_BYTES = 1_000; // bytes of audio per token: between compressed and uncompressed speech

function lettersOfMessage(message: Message): number {
  let characters = 0;
  for (const part of message.content) characters += part.type === 'text' ? part.text.length : lettersOfPart(part);
  if (message.role !== 'assistant') return characters;
  for (const call of message.calls) characters += call.name.length + argumentsOf(call.arguments).length;
  return characters + extraFieldsOf(message).length;
}

function lettersOfPart(part: Part): number {
  return isMedia(part) ? 4 * tokensOfMedia(part) : wordsIn(part).length;
}

/** Returns the text of a part that a server counts. */
function wordsIn(part: Part): string {
  return part.type === 'reasoning' ? wordsOfReasoning(part) : textOf([part]);
}

/** Returns the text with its signature, or the provider's state if that is longer, because the state is sent back instead. */
function wordsOfReasoning({ text, signature = '', state = {} }: ReasoningPart): string {
  const spelled = Object.values(state).map((fields) => JSON.stringify(fields));
  return spelled.reduce((longest, each) => (each.length > longest.length ? each : longest), text + signature);
}

function tokensOfMessage(message: Message): number {
  const known = estimates.get(message);
  if (known !== undefined) return known;
  const tokens = estimateMessage(message);
  estimates.set(message, tokens);
  return tokens;
}

/** Cached estimates: the same message is estimated again while parts of the prompt are dropped, and after the answer. */
const estimates = new WeakMap<Message, number>();

function estimateMessage(message: Message): number {
  let tokens = 0;
  for (const part of message.content) tokens += isMedia(part) ? tokensOfMedia(part) : estimateTokens(wordsIn(part));
  if (message.role !== 'assistant') return tokens;
  for (const call of message.calls) tokens += AROUND_MESSAGE + estimateTokens(argumentsOf(call.arguments));
  return tokens + estimateTokens(extraFieldsOf(message));
}

/** Returns the extra fields that are sent back in an assistant message, as JSON text. */
function extraFieldsOf({ extra }: AssistantMessage): string {
  return extra === undefined
    ? ''
    : Object.values(extra)
        .map((fields) => JSON.stringify(fields))
        .join('');
}

function isMedia(part: Part): boolean {
  return part.type === 'image' || part.type === 'audio' || part.type === 'file';
}

function tokensOfMedia(part: Part): number {
  if (part.type !== 'audio' || 'url' in part) return IMAGE;
  return Math.ceil(bytesOfBase64(part.data) / AUDIO_BYTES);
}

function argumentsOf(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}

interface Declaration {
  readonly text: string;
  readonly characters: number;
  tokens?: number;
}

/** Cached sizes. Tools and lists of tools are the same objects in every turn. */
const declared = new WeakMap<readonly VisibleTool[], number>();
const declarations = new WeakMap<VisibleTool, Declaration>();

function declarationOf(tool: VisibleTool): Declaration {
  const known = declarations.get(tool);
  if (known !== undefined) return known;
  const text = `${tool.wireName} ${tool.description} ${JSON.stringify(tool.parameters)}`;
  const declaration: Declaration = { text, characters: text.length };
  declarations.set(tool, declaration);
  return declaration;
}
