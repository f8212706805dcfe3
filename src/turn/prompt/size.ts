import {
  type AssistantMessage,
  estimateTokens,
  type Message,
  type ModelRequest,
  type Part,
  type ReasoningPart,
  type Sampling,
  textOf,
  type VisibleTool,
} from '../../core/index.ts';

/** How many letters a prompt has: cheap, and enough to know that it is small. */
export function lettersOf({ messages, tools, sampling }: ModelRequest): number {
  let letters = formOf(sampling).length;
  for (const message of messages) letters += lettersOfMessage(message);
  return letters + lettersOfTools(tools);
}

/** Pictures, sounds and files: every model counts them in its own way. */
export function hasMedia(messages: readonly Message[]): boolean {
  return messages.some(({ content }) => content.some(isMedia));
}

/** A form that the answer must have is written into the prompt by most servers. */
export function tokensOfForm(sampling: Sampling): number {
  return estimateTokens(formOf(sampling));
}

function formOf({ responseFormat: form }: Sampling): string {
  return form === undefined ? '' : JSON.stringify(form);
}

function lettersOfTools(tools: readonly VisibleTool[]): number {
  const known = declared.get(tools);
  if (known !== undefined) return known;
  const letters = tools.reduce((sum, tool) => sum + declarationOf(tool).letters, 0);
  declared.set(tools, letters);
  return letters;
}

/** About how many tokens the messages take, with what every template writes around each. */
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
const IMAGE = 800; // tokens: a page of text, more or less, whatever its bytes

function lettersOfMessage(message: Message): number {
  let letters = 0;
  for (const part of message.content) letters += part.type === 'text' ? part.text.length : lettersOfPart(part);
  if (message.role !== 'assistant') return letters;
  for (const call of message.calls) letters += call.name.length + argumentsOf(call.arguments).length;
  return letters + besideOf(message).length;
}

function lettersOfPart(part: Part): number {
  return isMedia(part) ? 4 * IMAGE : wordsIn(part).length;
}

/** What a server counts of a part. */
function wordsIn(part: Part): string {
  return part.type === 'reasoning' ? wordsOfReasoning(part) : textOf([part]);
}

/** Its text, or the state that goes back in its place. */
function wordsOfReasoning({ text, signature = '', state = {} }: ReasoningPart): string {
  const spelled = Object.values(state).map((fields) => JSON.stringify(fields));
  return spelled.reduce((longest, each) => (each.length > longest.length ? each : longest), text + signature);
}

function tokensOfMessage(message: Message): number {
  let tokens = 0;
  for (const part of message.content) tokens += isMedia(part) ? IMAGE : estimateTokens(wordsIn(part));
  if (message.role !== 'assistant') return tokens;
  for (const call of message.calls) tokens += AROUND_MESSAGE + estimateTokens(argumentsOf(call.arguments));
  return tokens + estimateTokens(besideOf(message));
}

/** What else goes back in an assistant's message. */
function besideOf({ extra }: AssistantMessage): string {
  return extra === undefined
    ? ''
    : Object.values(extra)
        .map((fields) => JSON.stringify(fields))
        .join('');
}

function isMedia(part: Part): boolean {
  return part.type === 'image' || part.type === 'audio' || part.type === 'file';
}

function argumentsOf(args: unknown): string {
  return typeof args === 'string' ? args : (JSON.stringify(args) ?? '');
}

interface Declaration {
  readonly text: string;
  readonly letters: number;
  tokens?: number;
}

/** Tools are the same objects turn after turn, and so are lists of them. */
const declared = new WeakMap<readonly VisibleTool[], number>();
const declarations = new WeakMap<VisibleTool, Declaration>();

function declarationOf(tool: VisibleTool): Declaration {
  const known = declarations.get(tool);
  if (known !== undefined) return known;
  const text = `${tool.wireName} ${tool.description} ${JSON.stringify(tool.parameters)}`;
  const declaration: Declaration = { text, letters: text.length };
  declarations.set(tool, declaration);
  return declaration;
}
