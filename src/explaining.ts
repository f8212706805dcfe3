import {
  type Ask,
  type Decided,
  type Decision,
  type Failure,
  type Fields,
  isRecord,
  type Owner,
  type TurnFailure,
  tell,
  type VisibleTool,
} from './core/index.ts';
import type { Gateway } from './gateway.ts';
import { shownTool } from './select/index.ts';
import type { Listing } from './tools/index.ts';
import { type TurnRecord, tokensOfTool } from './turn/index.ts';
import { writeChoice, writeMessages, writeTools } from './wires/index.ts';

/** What was decided for a turn, and why, as plain JSON. */
export interface ExplainedPlan {
  /** Who is asked. */
  readonly model: string;
  /** What the request called it. */
  readonly asked?: string;
  readonly tools: { readonly source: 'request' | 'gateway'; readonly isMixed: boolean };
  /** How many of the servers' tools the model is told of at once; null where it is told of none of the gateway's. */
  readonly limit: ExplainedLimit | null;
  /** In which format it is told of its tools. */
  readonly format: ExplainedFormat;
  /** The tools that are declared to it, by their names on the wire, and those that it may call besides. */
  readonly visible: readonly string[];
  readonly callable: readonly string[];
  /** One for every tool that there is, or could be: those that the model sees, those that were nearly found, the others. */
  readonly decisions: readonly ExplainedDecision[];
  /** Why there is no answer, if so. */
  readonly failure?: ExplainedFailure;
}

/** What a turn would do: what `explain` shows on the command line, over HTTP and to programs. */
export interface TurnExplanation extends ExplainedPlan {
  /** What would be sent, in chat completions' shape, whatever the backend speaks. */
  readonly prompt: {
    readonly messages: readonly Fields[];
    readonly tools: readonly Fields[];
    /** Where the model may not choose for itself. */
    readonly tool_choice?: unknown;
  };
  /** About how many tokens that takes. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  /** How many the model's window holds, where that had to be known. */
  readonly window?: number;
  /** Models that would be asked before it, and would fail. */
  readonly passedOver?: readonly { readonly model: string; readonly failure: ExplainedFailure }[];
}

export interface ExplainedFailure {
  readonly kind: Failure['kind'];
  readonly message: string;
}

/** What a turn did. */
export interface ExplainedTurn extends ExplainedPlan {
  readonly id: string;
  readonly startedAt: string;
  readonly durationMs: number;
  /** How it ended; `left` where nobody read it to its end. */
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
  /** In which its answers are understood besides. */
  readonly understood: readonly string[];
  readonly rule: string;
  readonly why: string;
  readonly flip: string;
}

export interface ExplainedDecision extends Decision {
  /** Whose tool it is: two may have one name. */
  readonly owner: Owner;
  /** About how many tokens it takes to tell a model of it; absent where nobody knows. */
  readonly tokens?: number;
}

export type ExplainedAsk =
  | { readonly ok: true; readonly explanation: TurnExplanation }
  | { readonly ok: false; readonly failure: TurnFailure };

type ExplainServices = Pick<Gateway, 'turns' | 'listings' | 'redactor'>;

/** Explains the turn that this would be. No model is asked, and nothing is kept; secrets are taken out. */
export async function explainAsk(gateway: ExplainServices, ask: Ask, signal?: AbortSignal): Promise<ExplainedAsk> {
  const explained = await gateway.turns.explain(ask, signal);
  if (!explained.ok) return explained;
  const { model, plan, decided, request, tokens, window, passedOver, failure } = explained.explanation;
  // What would be sent is shown as it is, but for the secrets themselves: a parameter may well be called "password".
  const prompt = {
    messages: writeMessages(request.messages),
    tools: writeTools(request.tools),
    ...(request.choice.kind !== 'auto' && { tool_choice: writeChoice(request.choice) }),
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
      passedOver: passedOver.map((each) => ({ model: each.model, failure: toldFailure(each.failure, gateway) })),
    }),
  };
  return { ok: true, explanation };
}

/** Explains one of the last turns that this key asked for; undefined where there is none. */
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

/** `told`: the tools as they are told, where that is still known. */
function shown(
  { model, asked, source, isMixed, budget, format, understood, visible, callable, ...turn }: DecidedTurn,
  { listings, redactor }: ExplainServices,
  told: readonly VisibleTool[] = [],
): ExplainedPlan {
  const { formatDecision = UNDECIDED, decisions, builtins, failure } = turn;
  const tokensOf = tokensBy(
    [...builtins.map((tool) => ({ ...tool, owner: 'gateway' as const })), ...told],
    listings.all(),
  );
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
      ...(failure !== undefined && { failure: { kind: failure.kind, message: tell(failure) } }),
    },
    redactor.text,
  );
}

function toldFailure(failure: Failure, { redactor }: ExplainServices): ExplainedFailure {
  return { kind: failure.kind, message: redactor.text(tell(failure)) };
}

const UNDECIDED = { rule: 'undecided', why: 'the turn ended before a format was chosen', flip: 'ask again' };

/** Those that are in; then those that were found and are not, the nearest first; then the others as they come. */
function inOrder(decisions: readonly Decision[]): readonly Decision[] {
  return decisions.toSorted((one, other) => groupOf(one) - groupOf(other) || (one.rank ?? 0) - (other.rank ?? 0));
}

function groupOf({ verdict, rank }: Decision): number {
  if (verdict === 'in') return rank === undefined ? 0 : 1;
  return rank === undefined ? 3 : 2;
}

/** What a model was told counts as it was told; of the others, what it would be told. */
function tokensBy(
  told: readonly VisibleTool[],
  listings: readonly Listing[],
): (decision: Decision) => { readonly tokens?: number } {
  const client = new Map<string, VisibleTool>();
  const gateway = new Map(listings.map((listing) => [listing.name, shownTool(listing)]));
  for (const tool of told) {
    if (tool.owner === 'client') client.set(tool.name, tool);
    else gateway.set(tool.name, tool);
  }
  return ({ tool: name, rule }) => {
    const tool = (rule === 'client' ? client : gateway).get(name);
    return tool === undefined ? {} : { tokens: tokensOfTool(tool) };
  };
}

/** In texts, and in the names of parameters, which are a stranger's. */
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
