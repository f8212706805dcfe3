import {
  type Ask,
  type Decision,
  type Fields,
  isRecord,
  type Plan,
  type TurnFailure,
  tell,
  type VisibleTool,
} from './core/index.ts';
import type { House } from './house.ts';
import { gatewayToolOf, shownTool } from './select/index.ts';
import type { Listing } from './tools/index.ts';
import { type Explanation, tokensOfTool } from './turn/index.ts';
import { writeMessages, writeTools } from './wires/index.ts';

/** What a turn would do, and why, as plain JSON: what `explain` shows on the command line, over HTTP and to programs. */
export interface TurnExplanation {
  /** Who would be asked. */
  readonly model: string;
  /** What the request called it. */
  readonly asked?: string;
  readonly tools: { readonly source: 'request' | 'gateway'; readonly isMixed: boolean };
  /** How many of the servers' tools the model is told of at once; null where it is told of none of the gateway's. */
  readonly limit: ExplainedLimit | null;
  /** In which format it is told of its tools. */
  readonly format: ExplainedFormat;
  /** One for every tool that there is, or could be: those that the model sees, those that were nearly found, the others. */
  readonly decisions: readonly ExplainedDecision[];
  /** What would be sent, in chat completions' shape, whatever the backend speaks. */
  readonly prompt: { readonly messages: readonly Fields[]; readonly tools: readonly Fields[] };
  /** About how many tokens that takes. */
  readonly tokens: { readonly messages: number; readonly tools: number };
  /** Why it would not be sent, if so. */
  readonly failure?: { readonly kind: TurnFailure['kind']; readonly message: string };
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
  /** About how many tokens it takes to tell a model of it; absent where nobody knows. */
  readonly tokens?: number;
}

export type ExplainedAsk =
  | { readonly ok: true; readonly explanation: TurnExplanation }
  | { readonly ok: false; readonly failure: TurnFailure };

/** Explains the turn that this would be. No model is asked, and nothing is kept; secrets are taken out. */
export async function explainAsk(
  house: Pick<House, 'turns' | 'listings' | 'redactor'>,
  ask: Ask,
): Promise<ExplainedAsk> {
  const explained = await house.turns.explain(ask);
  if (!explained.ok) return explained;
  return { ok: true, explanation: shown(explained.explanation, ask, house) };
}

function shown(
  { model, plan, decisions, request, tokens, failure }: Explanation,
  ask: Ask,
  { listings, redactor }: Pick<House, 'listings' | 'redactor'>,
): TurnExplanation {
  const { source, isMixed, budget, format, understood, formatDecision = UNDECIDED } = plan;
  const tokensOf = tokensBy(plan, listings.all());
  const told = {
    model,
    ...(ask.model !== '' && { asked: ask.model }),
    tools: { source, isMixed },
    limit: budget === undefined ? null : { most: budget.most, rule: budget.rule, why: budget.why, flip: budget.flip },
    format: { format, understood, ...formatDecision },
    decisions: inOrder(decisions).map((decision) => ({ ...decision, ...tokensOf(decision) })),
  };
  // What would be sent is shown as it is, but for the secrets themselves: a parameter may well be called "password".
  const prompt = { messages: writeMessages(request.messages), tools: writeTools(request.tools) };
  return {
    ...withoutSecrets(told, redactor.text),
    prompt: withoutSecrets(prompt, redactor.givenValues),
    tokens,
    ...(failure !== undefined && { failure: { kind: failure.kind, message: redactor.text(tell(failure)) } }),
  };
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
  { visible, callable }: Plan,
  listings: readonly Listing[],
): (decision: Decision) => { readonly tokens?: number } {
  const client = new Map<string, VisibleTool>();
  const gateway = new Map(listings.map((listing) => [listing.name, shownTool(listing)]));
  for (const tool of [...callable, ...visible]) {
    if (tool.owner === 'client') client.set(tool.name, tool);
    else gateway.set(gatewayToolOf(tool)?.name ?? tool.name, tool);
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
