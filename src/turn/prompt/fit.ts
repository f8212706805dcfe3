import {
  type Ask,
  type Call,
  estimateTokens,
  type Limits,
  type Message,
  type ModelRequest,
  type TurnFailure,
  type VisibleTool,
  wordsOf,
} from '../../core/index.ts';
import type { KnownModel, ResolvedModel } from '../../models/index.ts';
import { pauseSince } from '../../pause.ts';
import { createLexicalIndex } from '../../search/index.ts';
import { declared, foldedName, isDispatcher } from '../../select/index.ts';
import { meantIn } from '../reading/dispatch.ts';
import type { TurnContext } from '../services.ts';
import { ContextBudget } from './context-budget.ts';
import { type Draft, NOTHING_OMITTED, type Omitted, type StepState } from './draft.ts';
import type { AppendedFinds } from './prompt.ts';
import { lettersOf, tokensOfForm, tokensOfMessages, tokensOfTool, tokensOfTools } from './size.ts';

/** A step that fits the model's context window, or the failure if it does not. */
export interface Fitted {
  readonly request: ModelRequest;
  /** The parts of the prompt that were dropped. `omittedTools` has the gateway names of the dropped tools. */
  readonly omitted: Omitted;
  readonly omittedTools: ReadonlySet<string>;
  /** Number of characters in the prompt, counted before anything was dropped. */
  readonly characters: number;
  /** Estimated tokens of the prompt; undefined if it was too short to need an estimate. */
  readonly estimate?: number;
  /** Size of the context window in tokens. Undefined if unknown, or if the prompt is too short for it to matter. */
  readonly window?: number;
  /** Tokens of the window that are left after the prompt and an answer; undefined if the window is unknown. */
  readonly roomTokens?: number;
  /** True if the gateway chose the window size. The answer will show whether the server can provide it. */
  readonly isChosen?: boolean;
  /** Set if the prompt does not fit, even without everything that may be dropped. */
  readonly failure?: TurnFailure;
}

/**
 * Makes the prompt fit the model's context window before it is sent. Drops tools that were found for earlier messages,
 * then gateway tools, the least relevant to the question first. Never drops client tools or messages. A prompt that
 * still does not fit is a failure, because some servers would silently truncate it.
 */
export async function fit(draft: Draft, state: StepState): Promise<Fitted> {
  const { model, context } = state;
  const request = draft.write();
  const characters = lettersOf(request);
  if (characters < FEW_CHARACTERS && model.backend.describe().overflow !== 'chosen')
    return { request, ...WHOLE, ...roomBeside(characters, model, request, context), characters };
  const sizes = { request, characters };
  const startedAt = performance.now();
  const known = await context.backends.facts(model);
  await pauseSince(startedAt); // turns that wait for the same facts must not all continue at once
  const fitted = fitInto(known, sizes, draft, state);
  if (fitted.failure === undefined) return fitted;
  // The known window size may be outdated, because the server may have reloaded the model. Ask the server again.
  return fitInto(await context.backends.facts(model, true), sizes, draft, state);
}

/** Returns the room that a small prompt leaves in the window, if the window size is known without asking the server. */
function roomBeside(
  characters: number,
  model: ResolvedModel,
  request: ModelRequest,
  { backends, limits }: TurnContext,
): { readonly roomTokens?: number } {
  const window = backends.said(model).contextTokens ?? backends.remembered(model).contextTokens;
  if (window === undefined) return {};
  return { roomTokens: Math.floor(window - characters / FEWEST_LETTERS - answerTokens(request, limits)) };
}

function fitInto(
  known: KnownModel,
  { request, characters }: { readonly request: ModelRequest; readonly characters: number },
  draft: Draft,
  { model, ask, context }: StepState,
): Fitted {
  const { calibrations, limits, policy } = context;
  const calibration = calibrations.of(model.id);
  const room = new ContextBudget(withWish(known, request), calibration, limits, answerTokens(request, limits));
  const isChosen = room.isOurs;
  const window = Number.isFinite(room.most) ? { window: room.most } : {};
  if (room.isPlenty(characters)) {
    const sized = withWindow(request, room.windowFor(0), room.leftBy(characters));
    return { request: sized, ...WHOLE, ...window, ...room.leftOf(characters / FEWEST_LETTERS), characters, isChosen };
  }

  const whole = { request, estimate: tokensOf(request), omitted: NOTHING_OMITTED };
  const { request: fitting, estimate, omitted } = policy.shedsTools ? shedInto(room, whole, draft, ask) : whole;
  if (!room.fits(estimate)) {
    const toolTokens = estimate - tokensOf(draft.write(everything(draft)));
    const failure: TurnFailure = {
      kind: 'prompt-too-long',
      model: model.id,
      promptTokens: Math.round(estimate * calibration.ratio),
      toolTokens: Math.round(toolTokens * calibration.ratio),
      neededTokens: room.surelyHolding(estimate),
      contextTokens: room.most,
    };
    return { request, ...WHOLE, ...window, characters, estimate, failure };
  }
  const sized = withWindow(fitting, room.windowFor(estimate), room.leftBy(estimate));
  const omittedTools = namesIn(omitted);
  const roomTokens = room.leftOf(estimate);
  return { request: sized, omitted, omittedTools, ...window, ...roomTokens, characters, estimate, isChosen };
}

const WHOLE = { omitted: NOTHING_OMITTED, omittedTools: new Set<string>() };

function everything({ request, appended }: Draft): Omitted {
  return { tools: new Set(request.tools), appended: new Set(appended) };
}

/**
 * Drops parts until the prompt fits or nothing is left to drop. In a text format the exact size of a single tool is
 * known only after it is removed, so each round measures the prompt again. The minimum number of dropped parts doubles
 * each round, to keep the rounds few.
 */
function shedInto(room: ContextBudget, whole: Sized, draft: Draft, ask: Ask): Sized {
  const spare = room.fits(whole.estimate) ? [] : spareOf(draft, whole.estimate, ask);
  let now = whole;
  let count = 0;
  for (let least = 1; count < spare.length && !room.fits(now.estimate); least *= 2) {
    const before = count;
    let tokens = 0;
    for (const each of spare.slice(before)) {
      if (count - before >= least && room.fits(now.estimate - tokens)) break;
      tokens += each.tokens;
      count++;
    }
    const omitted = omittedOf(spare.slice(0, count));
    const request = draft.write(omitted);
    now = { request, estimate: tokensOf(request), omitted };
  }
  return now;
}

/** A prompt without the omitted parts, and its estimated tokens. */
interface Sized {
  readonly request: ModelRequest;
  readonly estimate: number;
  readonly omitted: Omitted;
}

/** A part of the prompt that may be dropped, and the estimated tokens that this frees. */
type Spare = { readonly tokens: number } & (
  | { readonly kind: 'tool'; readonly tool: VisibleTool }
  | { readonly kind: 'appended'; readonly appended: AppendedFinds }
);

/**
 * Returns the parts in the order in which they are dropped: tools found for earlier messages, declared tools (least
 * relevant first), tools found for the last message, the dispatcher.
 */
function spareOf(draft: Draft, estimate: number, ask: Ask): readonly Spare[] {
  const { request, appended } = draft;
  const all = new Set(request.tools);
  const scale = (estimate - tokensOf(draft.write({ ...NOTHING_OMITTED, tools: all }))) / tokensOfTools(request.tools);
  const found = appended.map(
    (each): Spare => ({ kind: 'appended', appended: each, tokens: estimateTokens(each.text) }),
  );
  const tools = spareTools(request, ask).map(
    (tool): Spare => ({ kind: 'tool', tool, tokens: scale * tokensOfTool(tool) }),
  );
  const isLast = (each: Spare) => each.kind === 'tool' && isDispatcher(each.tool);
  const others = tools.filter((each) => !isLast(each));
  return [...found.slice(0, -1), ...others, ...found.slice(-1), ...tools.filter(isLast)];
}

function omittedOf(spare: readonly Spare[]): Omitted {
  return {
    tools: new Set(spare.flatMap((each) => (each.kind === 'tool' ? [each.tool] : []))),
    appended: new Set(spare.flatMap((each) => (each.kind === 'appended' ? [each.appended] : []))),
  };
}

function namesIn({ tools, appended }: Omitted): ReadonlySet<string> {
  const names = [...tools].map(({ name }) => name);
  return new Set([...names, ...[...appended].flatMap((each) => each.tools)]);
}

function tokensOf({ messages, sampling, tools }: ModelRequest): number {
  return tokensOfMessages(messages) + tokensOfForm(sampling) + tokensOfTools(tools);
}

const FEWEST_LETTERS = 3; // characters per token, at least, in most prose and JSON
const FEW_CHARACTERS = 1_500; // a prompt with fewer characters fits every context window, in any script

/** Applies the window size that the client asks for, if the server allows a choice. */
function withWish(known: KnownModel, { sampling: { contextTokens: wish } }: ModelRequest): KnownModel {
  if (known.overflow !== 'chosen' || wish === undefined || !(wish >= 1)) return known;
  return { ...known, contextTokens: Math.floor(wish), isWindowSet: true };
}

function withWindow(request: ModelRequest, contextTokens?: number, answerTokens?: number): ModelRequest {
  if (contextTokens === undefined && answerTokens === undefined) return request;
  return {
    ...request,
    ...(contextTokens !== undefined && { contextTokens }),
    ...(answerTokens !== undefined && { answerTokens }),
  };
}

function answerTokens({ sampling: { maxTokens: wanted } }: ModelRequest, limits: Limits): number {
  return wanted !== undefined && wanted > 0 ? Math.min(wanted, limits.answerTokens) : limits.answerTokens;
}

/**
 * Returns the gateway tools that may be dropped, the least relevant first. Tools that were called already come last,
 * because the model may need them again. The tool that the tool choice names is never dropped.
 */
function spareTools({ tools, messages, choice }: ModelRequest, ask: Ask): readonly VisibleTool[] {
  const named = choice.kind === 'named' ? choice.name : undefined;
  const spare = tools.filter(({ owner, wireName }) => owner === 'gateway' && wireName !== named);
  const hits = createLexicalIndex(declared(spare)).search(lastWords(messages), spare.length);
  const ranks = new Map(hits.map(({ place, score }) => [spare[place], score]));
  const called = calledIn(messages, meantIn(ask));
  const rankOf = (tool: VisibleTool) => {
    // Drop built-in tools late and the dispatcher last: without them, dropped tools could not be found and called again.
    if (isDispatcher(tool)) return Number.POSITIVE_INFINITY;
    const isKept = called.has(foldedName(tool.wireName)) || tool.gateway?.builtin === true;
    return isKept ? Number.MAX_VALUE : (ranks.get(tool) ?? 0);
  };
  // If tools are equally relevant, drop the last one first.
  return spare.toReversed().sort((one, other) => rankOf(one) - rankOf(other) || 0);
}

function calledIn(messages: readonly Message[], meant: (call: Call) => Call): ReadonlySet<string> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return new Set(calls.map((call) => foldedName(meant(call).name)));
}

function lastWords(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? '' : wordsOf(last.content).slice(-MAX_CHARACTERS);
}

const MAX_CHARACTERS = 4_000; // characters; a long message usually states its question at the end
