import { CALL_TOOL } from './builtins/index.ts';
import {
  type AnnouncedTool,
  type Ask,
  type Decided,
  type Decision,
  type Failure,
  type FailureWords,
  type Fields,
  inWords,
  isMediaPart,
  isRecord,
  type Message,
  type Owner,
  type TurnFailure,
  textOf,
  type VisibleTool,
} from './core/index.ts';
import type { Gateway } from './gateway.ts';
import { shownTool } from './select/index.ts';
import type { Listing } from './tools/index.ts';
import { type ShownFormat, type TurnRecord, tokensOfShownTool } from './turn/index.ts';
import { writeChoice, writeMessages, writeTools } from './wires/index.ts';

/** The decisions for a turn and their reasons, as plain JSON. */
export interface ExplainedPlan {
  /** `backend/name` of the model that answers. */
  readonly model: string;
  /** The model's name in the request. */
  readonly asked?: string;
  readonly tools: { readonly source: 'request' | 'gateway'; readonly isMixed: boolean };
  /** The limit on MCP tools that are shown to the model; null if it sees no gateway tools. */
  readonly limit: ExplainedLimit | null;
  /** The format in which tools are shown to the model. */
  readonly format: ExplainedFormat;
  /** Wire names of the declared tools. `callable` has those of the undeclared tools that the model may call. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** One decision for every existing or configured tool: first visible tools, then near matches, then the others. */
  readonly decisions: readonly ExplainedDecision[];
  /** The reason why there is no answer, if there is none. */
  readonly failure?: ExplainedFailure;
}

/** A prediction of what a turn would do, as `explain` shows it in the CLI, over HTTP and in the library. */
export interface TurnExplanation extends ExplainedPlan {
  /**
   * The prompt that would be sent, in chat-completions format, whatever the backend's protocol. Images and audio are
   * described.
   */
  readonly prompt: {
    readonly messages: readonly Fields[];
    readonly tools: readonly Fields[];
    /** Set if the model may not choose freely. */
    readonly tool_choice?: unknown;
  };
  /** Estimated tokens of the prompt. In a text format, `tools` are those of the tool instructions. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  /** Size of the model's context window in tokens, if it had to be determined. */
  readonly window?: number;
  /** Models earlier in the fallback chain that would fail. */
  readonly passedOver?: readonly { readonly model: string; readonly failure: ExplainedFailure }[];
}

export interface ExplainedFailure extends FailureWords {
  readonly kind: Failure['kind'];
}

/** The record of a turn that ended. */
export interface ExplainedTurn extends ExplainedPlan {
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** The reason why the turn ended; `left` if the client disconnected or stopped reading before the end. */
  readonly finish: TurnRecord['finish'];
}

export interface ExplainedLimit {
  readonly most: number;
  readonly rule: string;
  readonly why: string;
  readonly flip: string;
}

export interface ExplainedFormat {
  readonly format: string;
  /** The formats in which calls are recognised in the model's answers. */
  readonly understood: readonly string[];
  readonly rule: string;
  readonly why: string;
  readonly flip: string;
}

export interface ExplainedDecision extends Decision {
  /** The tool's owner: a client tool and a gateway tool may have the same name. */
  readonly owner: Owner;
  /**
   * Estimated tokens of the tool's declaration, or of the text that describes the tool. Unset if the tool's definition is not
   * known, and if no text describes the tool in this format.
   */
  readonly tokens?: number;
}

export type ExplainedAsk =
  | { readonly ok: true; readonly explanation: TurnExplanation }
  | { readonly ok: false; readonly failure: TurnFailure };

type ExplainServices = Pick<Gateway, 'turns' | 'listings' | 'redactor'>;

/** Explains the turn that this request would start. No model is called and nothing is stored. Secrets are removed. */
export async function explainAsk(gateway: ExplainServices, ask: Ask, signal?: AbortSignal): Promise<ExplainedAsk> {
  const explained = await gateway.turns.explain(ask, signal);
  if (!explained.ok) return explained;
  const { model, plan, decided, request, tokens, window, passedOver, failure } = explained.explanation;
  const chosen = writeChoice(request);
  // Only configured secrets are removed from the prompt: a parameter named "password" must stay visible.
  const prompt = {
    messages: writeMessages(request.messages.map(withoutMedia)),
    tools: writeTools(request.tools),
    ...(chosen !== undefined && { tool_choice: chosen }),
  };
  const explanation: TurnExplanation = {
    ...shown({ model, asked: ask.model, ...decided, ...(failure !== undefined && { failure }) }, gateway, [
      ...plan.callable,
      ...plan.visible,
    ]),
    prompt: withoutSecrets(prompt, gateway.redactor.givenValues),
    tokens,
    ...(window !== undefined && { window }),
    ...(passedOver.length > 0 && {
      passedOver: passedOver.map((each) => ({ model: each.model, failure: explainFailure(each.failure, gateway) })),
    }),
  };
  return { ok: true, explanation };
}

/** Describes images and audio instead of showing their data, which may be megabytes. */
function withoutMedia(message: Message): Message {
  if (!message.content.some(isMediaPart)) return message;
  const content = message.content.map((part) =>
    isMediaPart(part) ? ({ type: 'text', text: textOf([part]) } as const) : part,
  );
  return { ...message, content };
}

/** Explains a recent turn of this key. Returns undefined if there is no such record. */
export function explainRecord(gateway: ExplainServices, key: string, id: string): ExplainedTurn | undefined {
  const record = gateway.turns.record(key, id);
  if (record === undefined) return undefined;
  const { startedAt, durationMs, finish } = record;
  return { id: record.id, startedAt, durationMs, finish, ...shown(record, gateway) };
}

interface DecidedTurn extends Decided {
  readonly model: string;
  readonly asked: string;
  readonly failure?: Failure;
}

/** Formats the decisions of a turn. `told` are the tools as the model was shown them, if still known. */
function shown(
  { model, asked, source, isMixed, budget, format, understood, visible, callable, ...turn }: DecidedTurn,
  { listings, redactor }: ExplainServices,
  told: readonly VisibleTool[] = [],
): ExplainedPlan {
  const { formatDecision = UNDECIDED, decisions, builtins, failure } = turn;
  const tokensOf = tokensBy([...builtins.map(shownBuiltin), ...told], listings.all(), { format, understood });
  return withoutSecrets(
    {
      model,
      ...(asked !== '' && { asked }),
      tools: { source, isMixed },
      limit: budget === undefined ? null : { most: budget.most, rule: budget.rule, why: budget.why, flip: budget.flip },
      format: { format, understood, ...formatDecision },
      visible,
      callable,
      decisions: inOrder(decisions).map((decision) => ({
        ...decision,
        owner: decision.rule === 'client' ? 'client' : 'gateway',
        ...tokensOf(decision),
      })),
      ...(failure !== undefined && { failure: { kind: failure.kind, ...inWords(failure) } }),
    },
    redactor.text,
  );
}

/** Returns a failure as explanations show it, without secrets. */
export function explainFailure(failure: Failure, { redactor }: Pick<Gateway, 'redactor'>): ExplainedFailure {
  return withoutSecrets({ kind: failure.kind, ...inWords(failure) }, redactor.text);
}

const UNDECIDED = {
  rule: 'undecided',
  why: 'the turn ended before a format was chosen',
  flip: 'send the request again',
};

/** Sorts the tools that are in first, then tools that were found but left out, best match first, then the others. */
function inOrder(decisions: readonly Decision[]): readonly Decision[] {
  return decisions.toSorted((one, other) => groupOf(one) - groupOf(other) || (one.rank ?? 0) - (other.rank ?? 0));
}

function groupOf({ verdict, rank }: Decision): number {
  if (verdict === 'in') return rank === undefined ? 0 : 1;
  return rank === undefined ? 3 : 2;
}

/** Returns a built-in tool of a record as the model saw it. */
function shownBuiltin(tool: AnnouncedTool): VisibleTool {
  const gateway = { ...tool, builtin: true, isDispatcher: tool.name === CALL_TOOL.name };
  return { ...tool, owner: 'gateway', gateway };
}

/**
 * Returns a function that estimates a tool's tokens in this format: as the model was shown the tool, otherwise as it is listed.
 * A tool that the prompt does not describe has none.
 */
function tokensBy(
  told: readonly VisibleTool[],
  listings: readonly Listing[],
  format: ShownFormat,
): (decision: Decision) => { readonly tokens?: number } {
  const client = new Map<string, VisibleTool>();
  const gateway = new Map(listings.map((listing) => [listing.name, shownTool(listing)]));
  for (const tool of told) {
    if (tool.owner === 'client') client.set(tool.name, tool);
    else gateway.set(tool.name, tool);
  }
  return ({ tool: name, rule }) => {
    const tool = (rule === 'client' ? client : gateway).get(name);
    const tokens = tool === undefined ? 0 : tokensOfShownTool(tool, format);
    return tokens > 0 ? { tokens } : {};
  };
}

/** Copies a value without its secrets, in strings and in the names of parameters, which are untrusted. */
function withoutSecrets<T>(value: T, hide: (text: string) => string): T {
  const copy = (member: unknown, isForeign: boolean): unknown => {
    if (typeof member === 'string') return hide(member);
    if (Array.isArray(member)) return member.map((item) => copy(item, isForeign));
    if (!isRecord(member)) return member;
    const entries = Object.entries(member).map(([name, inner]) => [
      isForeign ? hide(name) : name,
      copy(inner, isForeign || name === 'parameters'),
    ]);
    return Object.fromEntries(entries);
  };
  return copy(value, false) as T;
}
