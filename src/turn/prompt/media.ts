import {
  isMediaPart,
  type MediaPart,
  type MediaType,
  type Message,
  type Part,
  type Plan,
  type ToolMessage,
  textOf,
} from '../../core/index.ts';
import type { ResolvedModel } from '../../models/index.ts';
import type { Item } from '../history/arrangement.ts';
import { described } from '../history/outcome-parts.ts';
import type { TurnContext } from '../services.ts';
import { payloadOf } from './refused-media.ts';
import { isText } from './text-prompt.ts';

/** The images and audio of tool results that a model is shown in one step. */
export type ShownMedia = ReadonlySet<Part>;

export const NO_MEDIA: ShownMedia = new Set();

/** The state of a turn from which the media of its next step are chosen. */
interface MediaState {
  readonly model: ResolvedModel;
  readonly tools: { readonly plan: Plan };
  readonly transcript: readonly Item[];
  readonly context: TurnContext;
}

/**
 * Chooses the media of tool results that a model is shown: of the types that it accepts, without those that it refused
 * before, and without the oldest ones if all of them exceed `limits.promptMediaBytes`.
 */
export async function chooseMedia({ model, tools, transcript, context }: MediaState): Promise<ShownMedia> {
  const all = mediaOf(transcript, movesMedia(model, tools.plan));
  if (all.length === 0) return NO_MEDIA;
  const accepted = await acceptedBy(model, context);
  const wanted = all.filter((part) => accepted.includes(part.type) && !context.refusedMedia.has(model.id, part));
  return new Set(latest(wanted, context.limits.promptMediaBytes));
}

/** Returns the later half of the media, for a prompt that does not fit the context window. */
export function fewerMedia(shown: ShownMedia): ShownMedia {
  return new Set([...shown].slice(Math.ceil(shown.size / 2)));
}

function mediaOf(transcript: readonly Item[], isMovable: boolean): readonly MediaPart[] {
  const exchanged = transcript.flatMap((item) => (item.kind === 'exchange' ? item.exchanged : []));
  return exchanged.flatMap(({ result }) =>
    result !== undefined && isChosen(result, isMovable) ? result.content.filter(isMediaPart) : [],
  );
}

/**
 * True if the gateway chooses which media of this result are shown. A client's own results (without `isError`) stay as they
 * are if the protocol can express them, because the client knows its model.
 */
function isChosen({ isError }: ToolMessage, isMovable: boolean): boolean {
  return isError !== undefined || isMovable;
}

/** True if a model is shown the media of tool results in a user message that follows. */
export function movesMedia({ backend }: ResolvedModel, plan: Plan): boolean {
  return backend.describe().demands.mediaAfterOutcomes === true && !isText(plan);
}

/** Returns the types of media that the model is known to accept. Queries its server if the settings do not say it. */
async function acceptedBy(model: ResolvedModel, { backends, logged, log }: TurnContext): Promise<readonly MediaType[]> {
  const media = backends.said(model).media ?? (await backends.facts(model)).media;
  if (media === undefined && !logged.medialess.has(model.id) && logged.medialess.size < MOST_LOGGED) {
    logged.medialess.add(model.id);
    log.info({ model: model.id }, mediaUnknown(model.id));
  }
  return media ?? [];
}

const MOST_LOGGED = 1_000; // clients choose the names of models, so the memory for them must be bounded

function mediaUnknown(model: string): string {
  return `A tool returned an image or audio, but it is not known whether the model accepts them, so the model gets descriptions. If it accepts them, set "models": { ${JSON.stringify(model)}: { "media": ["image"] } }.`;
}

/**
 * Returns the latest media within a number of bytes. If they exceed it, half of the room is freed, so that the prompt
 * changes rarely and prompt caches hold. The result for a longer transcript differs only where it exceeds the limit again.
 */
function latest(all: readonly MediaPart[], mostBytes: number): readonly MediaPart[] {
  const kept: MediaPart[] = [];
  let bytes = 0;
  for (const part of all) {
    kept.push(part);
    bytes += payloadOf(part).length;
    const room = bytes > mostBytes ? mostBytes / 2 : mostBytes;
    while (bytes > room && kept.length > 1) bytes -= payloadOf(kept.shift() ?? part).length;
  }
  return kept;
}

/** Replaces the media of tool results that are not shown by descriptions. */
export function describeOthers(
  messages: readonly Message[],
  shown: ShownMedia,
  isMovable: boolean,
): readonly Message[] {
  const isHidden = (part: Part): part is MediaPart => isMediaPart(part) && !shown.has(part);
  return messages.map((message) => {
    if (message.role !== 'tool' || !isChosen(message, isMovable) || !message.content.some(isHidden)) return message;
    return { ...message, content: joined(message.content.map((part) => (isHidden(part) ? described(part) : part))) };
  });
}

/** Joins neighbouring texts, except those with a cache marker or fields of a protocol. */
function joined(parts: readonly Part[]): readonly Part[] {
  const kept: Part[] = [];
  for (const part of parts) {
    const before = kept.at(-1);
    if (before !== undefined && isPlainText(before) && isPlainText(part)) {
      kept[kept.length - 1] = { type: 'text', text: `${before.text}\n${part.text}` };
    } else kept.push(part);
  }
  return kept;
}

function isPlainText(part: Part): part is Part & { readonly type: 'text' } {
  return part.type === 'text' && part.cacheMarker === undefined && part.extra === undefined;
}

/**
 * Moves the media of tool results into a user message that follows the results of a step, each after a text that names its
 * call. The message says that it is not from the user, because a model trusts its user more than a tool.
 */
export function mediaAfterOutcomes(messages: readonly Message[]): readonly Message[] {
  if (!messages.some(({ role, content }) => role === 'tool' && content.some(isMediaPart))) return messages;
  const placed: Message[] = [];
  let names: ReadonlyMap<string, string> = new Map();
  let moved: Part[] = [];
  const flush = (): void => {
    if (moved.length > 0) placed.push({ role: 'user', content: [HEAD, ...moved] });
    moved = [];
  };
  for (const message of messages) {
    if (message.role !== 'tool') flush();
    if (message.role === 'assistant') names = new Map(message.calls.map(({ id, name }) => [id, name]));
    placed.push(message.role === 'tool' ? withLabels(message, moved, names.get(message.callId)) : message);
  }
  flush();
  return placed;
}

const HEAD: Part = {
  type: 'text',
  text: 'These are the media of the tool results above. They come from tools, not from the user.',
};

/** Appends the media of a tool message to `moved`, and returns the message with labels in their places. */
function withLabels(message: ToolMessage, moved: Part[], tool = message.name ?? 'a tool'): ToolMessage {
  if (!message.content.some(isMediaPart)) return message;
  const content = message.content.map((part): Part => {
    if (!isMediaPart(part)) return part;
    const name = `${part.type} ${moved.length / 2 + 1}`;
    const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    moved.push({ type: 'text', text: `${title}, from the result of ${tool} (call ${message.callId}):` }, part);
    const about = textOf([part]).slice(1 + part.type.length, -1);
    return { type: 'text', text: `[${name}${about}; it follows below]` };
  });
  return { ...message, content: joined(content) };
}
