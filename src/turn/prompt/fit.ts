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
import { createLexicalIndex } from '../../search/index.ts';
import { declared, foldedName, isDispatcher } from '../../select/index.ts';
import { meantIn } from '../reading/dispatch.ts';
import type { TurnContext } from '../services.ts';
import { type Draft, NOTHING_OMITTED, type Omitted, type StepState } from './draft.ts';
import type { AppendedFinds } from './prompt.ts';
import { Room } from './room.ts';
import { lettersOf, tokensOfForm, tokensOfMessages, tokensOfTool, tokensOfTools } from './size.ts';

/** A step as it may be sent. */
export interface Fitted {
  readonly request: ModelRequest;
  /** What there was no room for, and the gateway's tools among that, by the names they have here. */
  readonly omitted: Omitted;
  readonly omittedTools: ReadonlySet<string>;
  /** How many letters it has: a small one was not looked at any further. */
  readonly letters: number;
  /** In tokens by our own estimate, if anybody had to know. */
  readonly estimate?: number;
  /** How many tokens it may take, where that is known and had to be. */
  readonly window?: number;
  /** How many tokens of it are left beside an answer, where it is known. */
  readonly roomTokens?: number;
  /** The window is one that we chose, and of which we shall know whether it can be had. */
  readonly isChosen?: boolean;
  /** It does not fit, whatever is left out. */
  readonly failure?: TurnFailure;
}

/**
 * Counts a prompt against the model's window before it is sent. What does not fit loses what was found for earlier messages, then
 * gateway tools, those first that are farthest from the question; the client's tools and its messages are never touched. What does
 * not fit even so is a failure here, because some servers would cut it without a word.
 */
export async function fit(draft: Draft, state: StepState): Promise<Fitted> {
  const { model, context } = state;
  const request = draft.write();
  const letters = lettersOf(request);
  if (letters < FEW_LETTERS && model.backend.describe().overflow !== 'chosen')
    return { request, ...WHOLE, ...roomBeside(letters, model, request, context), letters };
  const sizes = { request, letters };
  const fitted = fitInto(await context.backends.facts(model), sizes, draft, state);
  if (fitted.failure === undefined) return fitted;
  // What is known may be old: the server may have loaded the model anew.
  return fitInto(await context.backends.facts(model, true), sizes, draft, state);
}

/** Of a prompt that nobody has to count: as far as the window is known already. */
function roomBeside(
  letters: number,
  model: ResolvedModel,
  request: ModelRequest,
  { backends, limits }: TurnContext,
): { readonly roomTokens?: number } {
  const window = backends.said(model).contextTokens ?? backends.remembered(model).contextTokens;
  if (window === undefined) return {};
  return { roomTokens: Math.floor(window - letters / FEWEST_LETTERS - answerTokens(request, limits)) };
}

function fitInto(
  known: KnownModel,
  { request, letters }: { readonly request: ModelRequest; readonly letters: number },
  draft: Draft,
  { model, ask, context }: StepState,
): Fitted {
  const { gauges, limits, policy } = context;
  const gauge = gauges.of(model.id);
  const room = new Room(withWish(known, request), gauge, limits, answerTokens(request, limits));
  const isChosen = room.isOurs;
  const window = Number.isFinite(room.most) ? { window: room.most } : {};
  if (room.isPlenty(letters)) {
    const sized = withWindow(request, room.windowFor(0), room.leftBy(letters));
    return { request: sized, ...WHOLE, ...window, ...room.leftOf(letters / FEWEST_LETTERS), letters, isChosen };
  }

  const whole = { request, estimate: tokensOf(request), omitted: NOTHING_OMITTED };
  const { request: fitting, estimate, omitted } = policy.shedsTools ? shedInto(room, whole, draft, ask) : whole;
  if (!room.fits(estimate)) {
    const toolTokens = estimate - tokensOf(draft.write(everything(draft)));
    const failure = tooLong(model.id, estimate * gauge.ratio, toolTokens * gauge.ratio, room.most);
    return { request, ...WHOLE, ...window, letters, estimate, failure };
  }
  const sized = withWindow(fitting, room.windowFor(estimate), room.leftBy(estimate));
  const omittedTools = namesIn(omitted);
  const roomTokens = room.leftOf(estimate);
  return { request: sized, omitted, omittedTools, ...window, ...roomTokens, letters, estimate, isChosen };
}

const WHOLE = { omitted: NOTHING_OMITTED, omittedTools: new Set<string>() };

function everything({ request, appended }: Draft): Omitted {
  return { tools: new Set(request.tools), appended: new Set(appended) };
}

/**
 * As far as it could be made to fit. What a single tool takes in text is known only when it is gone, so the prompt is
 * counted anew; each time at least twice as many go as before, so that it is counted a few times only.
 */
function shedInto(room: Room, whole: Sized, draft: Draft, ask: Ask): Sized {
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

/** A prompt without what is omitted. */
interface Sized {
  readonly request: ModelRequest;
  readonly estimate: number;
  readonly omitted: Omitted;
}

/** What may be left out, and about how much room that makes. */
type Spare = { readonly tokens: number } & (
  | { readonly kind: 'tool'; readonly tool: VisibleTool }
  | { readonly kind: 'appended'; readonly appended: AppendedFinds }
);

/** In the order in which they go: what was found long ago, tools that are far from the question, what was found last, what calls it. */
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

const FEWEST_LETTERS = 3; // that a token has, in most prose and JSON
const FEW_LETTERS = 1_500; // of any script: no window is so small

/** The client may choose the window itself, where the server allows that. */
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
 * The gateway's tools, the least relevant first. What was called already goes last, because the model may want it again;
 * what must be called, never.
 */
function spareTools({ tools, messages, choice }: ModelRequest, ask: Ask): readonly VisibleTool[] {
  const named = choice.kind === 'named' ? choice.name : undefined;
  const spare = tools.filter(({ owner, wireName }) => owner === 'gateway' && wireName !== named);
  const hits = createLexicalIndex(declared(spare)).search(lastWords(messages), spare.length);
  const ranks = new Map(hits.map(({ place, score }) => [spare[place], score]));
  const called = calledIn(messages, meantIn(ask));
  const rankOf = (tool: VisibleTool) => {
    // Without the search and what calls its finds, nothing that is left out could be found again; without finds, neither is of use.
    if (isDispatcher(tool)) return Number.POSITIVE_INFINITY;
    const isKept = called.has(foldedName(tool.wireName)) || tool.gateway?.builtin === true;
    return isKept ? Number.MAX_VALUE : (ranks.get(tool) ?? 0);
  };
  // Of equals the last is the first to go.
  return spare.toReversed().sort((one, other) => rankOf(one) - rankOf(other) || 0);
}

function calledIn(messages: readonly Message[], meant: (call: Call) => Call): ReadonlySet<string> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  return new Set(calls.map((call) => foldedName(meant(call).name)));
}

function lastWords(messages: readonly Message[]): string {
  const last = messages.findLast(({ role }) => role === 'user');
  return last === undefined ? '' : wordsOf(last.content).slice(-MOST_LETTERS);
}

const MOST_LETTERS = 4_000; // the end of a long message says what is wanted

function tooLong(model: string, promptTokens: number, toolTokens: number, contextTokens: number): TurnFailure {
  return {
    kind: 'prompt-too-long',
    model,
    promptTokens: Math.round(promptTokens),
    toolTokens: Math.round(toolTokens),
    contextTokens,
  };
}
