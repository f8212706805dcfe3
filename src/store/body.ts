import { type Continuation, isRecord, type ToolAnnouncement } from '../core/index.ts';
import type { StoreBounds } from './contract.ts';

/**
 * A continuation or an announcement as it is stored: JSON text, which cannot be mutated through a reference and takes less
 * memory than objects. The key is not stored, because it may be a secret and every query has it.
 */
export interface Body {
  readonly text: string;
  readonly bytes: number;
}

/** Serializes a continuation or an announcement; undefined if it is larger than the bounds allow. */
export function writeBody(kept: Continuation | ToolAnnouncement, bounds: StoreBounds): Body | undefined {
  const { key: _, ...rest } = kept;
  const text = writeJson(rest);
  if (text === undefined) return undefined;
  const bytes = Buffer.byteLength(text);
  const isTooLarge = bytes > bounds.continuationBytes || bytes > bounds.storeBytes || bounds.continuations < 1;
  return isTooLarge ? undefined : { text, bytes };
}

/** Parses a continuation; undefined if the text is not one, because the file may be damaged or changed by another program. */
export function readBody(text: string, key: string): Continuation | undefined {
  const value = withNewNames(readJson(text));
  return isRest(value) ? { ...value, key } : undefined;
}

/** Parses an announcement; undefined if the text is not one, as in `readBody`. */
export function readAnnouncement(text: string, key: string): ToolAnnouncement | undefined {
  const value = withNewNames(readJson(text));
  if (!isTold(value)) return undefined;
  const { kind, model, prefix, announcementId, tools } = value;
  return { key, kind, model, prefix, announcementId, tools };
}

/** Returns the call ids that the client knows, by which it will refer to this continuation. */
export function callIdsOf(continuation: Continuation): string[] {
  const ids = continuation.steps.flatMap((step) => step.calls.map((call) => call.clientId));
  return ids.filter((id) => id !== undefined);
}

function writeJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // longer than a string can be, or nested deeper than the stack allows
    throw error;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Renames the fields of a body from an earlier version: `told` or `variant` becomes `announcementId`; a tool's `tool` becomes
 * `name`, and its `name` becomes `wireName`.
 */
function withNewNames(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { told, variant, ...others } = value;
  const announcementId = told ?? variant;
  if (announcementId === undefined) return value;
  const tools = Array.isArray(others.tools) ? { tools: others.tools.map(renamedTool) } : {};
  return { ...others, announcementId, ...tools };
}

function renamedTool(tool: unknown): unknown {
  if (!isRecord(tool) || tool.tool === undefined) return tool;
  const { name: wireName, tool: name, ...others } = tool;
  return { ...others, name, wireName };
}

type Rest = Omit<Continuation, 'key'>;

function isRest(value: unknown): value is Rest {
  if (!isRecord(value) || !isText(value.prefix) || !isText(value.text)) return false;
  return (value.announcementId === undefined || isText(value.announcementId)) && isListOf(value.steps, isStep);
}

function isStep(value: unknown): boolean {
  if (!isRecord(value) || !isText(value.text) || !isListOf(value.calls, isContinuedCall)) return false;
  return value.reasoning === undefined || isListOf(value.reasoning, isReasoning);
}

function isReasoning(value: unknown): boolean {
  if (!isRecord(value) || value.type !== 'reasoning' || !isText(value.text)) return false;
  const { signature, state } = value;
  return (signature === undefined || isText(signature)) && (state === undefined || isRecord(state));
}

function isContinuedCall(value: unknown): boolean {
  if (!isRecord(value) || !isCall(value.call)) return false;
  const { clientId, meant, outcome, read, program, cancelled, madeBy } = value;
  if (!isSealed(program) || !isSealed(cancelled)) return false;
  if (madeBy !== undefined && !(isRecord(madeBy) && isText(madeBy.callId) && typeof madeBy.number === 'number'))
    return false;
  const isNamed = (clientId === undefined || isText(clientId)) && (meant === undefined || isCall(meant));
  const isRead = read === undefined || isListOf(read, isText);
  return isNamed && isRead && (outcome === undefined || isOutcome(outcome));
}

function isSealed(program: unknown): boolean {
  return program === undefined || (isRecord(program) && isText(program.state) && isText(program.seal));
}

function isCall(value: unknown): boolean {
  return isRecord(value) && isText(value.id) && isText(value.name);
}

function isOutcome(value: unknown): boolean {
  return isRecord(value) && typeof value.isError === 'boolean' && isListOf(value.content, isPart);
}

function isPart(value: unknown): boolean {
  return isRecord(value) && isText(value.type);
}

function isTold(value: unknown): value is Omit<ToolAnnouncement, 'key'> {
  if (!isRecord(value)) return false;
  const { kind, model, prefix, announcementId, tools } = value;
  if (kind !== 'declaration' && kind !== 'finds') return false;
  return isText(model) && isText(prefix) && isText(announcementId) && isListOf(tools, isAnnouncedTool);
}

function isAnnouncedTool(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, wireName, description, parameters, outputSchema } = value;
  if (outputSchema !== undefined && !isRecord(outputSchema)) return false;
  return isText(name) && isText(wireName) && isText(description) && isRecord(parameters);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isListOf(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}
