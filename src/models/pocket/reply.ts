import type { Fields, VisibleTool } from '../../core/index.ts';
import type { ModelRequest } from '../contract.ts';
import { readConversation } from './conversation.ts';
import { tellOutcomes } from './outcomes.ts';
import { type Decision, planCalls } from './plan.ts';
import { ask, greet, isSmallTalk, keepQuiet, refuse } from './speech.ts';
import { type Toolbox, toolboxOf } from './toolbox.ts';

/** One step of pocket: calls, or an answer. */
export type Reply =
  | { readonly kind: 'calls'; readonly calls: readonly PlannedCall[] }
  | { readonly kind: 'text'; readonly text: string };

export interface PlannedCall {
  readonly name: string;
  readonly arguments: Fields;
}

/**
 * The plan is made anew at each step, from the same words: so what was called already is known by counting, and a turn
 * ends after as many calls as the question has parts, whatever the tools say.
 */
export function replyTo({ messages, tools, choice, parallel }: ModelRequest, now: Date): Reply {
  const { question, continued, outcomes, made } = readConversation(messages);
  const toolbox = toolboxOf(tools);
  const isMuted = choice.kind === 'none' || tools.length === 0;
  const plan = (text: string) => (isMuted ? [] : planCalls(text, { toolbox, choice, now }));
  const asIs = plan(question);
  const decisions = continued === undefined || asIs.some(isCall) ? asIs : plan(continued);
  const calls = pending(decisions, made);
  if (calls.length > 0) return { kind: 'calls', calls: parallel === false ? calls.slice(0, 1) : calls };
  const told = [tellOutcomes(outcomes), ...decisions.map(tellLacking)].filter((part) => part !== '').join('\n\n');
  if (told !== '') return { kind: 'text', text: told };
  if (isMuted && tools.length > 0) return { kind: 'text', text: keepQuiet() };
  const speak = isSmallTalk(question) ? greet : refuse;
  return { kind: 'text', text: speak(relevantTools(question, toolbox), tools.length) };
}

/** Each call once, and without those that were made. */
function pending(decisions: readonly Decision[], made: ReadonlyMap<string, number>): readonly PlannedCall[] {
  const calls = new Map<string, PlannedCall>();
  for (const decision of decisions.filter(isCall)) {
    const call = { name: decision.tool.name, arguments: decision.arguments };
    calls.set(JSON.stringify(call), call);
  }
  const left = new Map(made);
  return [...calls.values()].filter(({ name }) => {
    const count = left.get(name) ?? 0;
    left.set(name, count - 1);
    return count <= 0;
  });
}

function isCall(decision: Decision): decision is Extract<Decision, { kind: 'call' }> {
  return decision.kind === 'call';
}

function tellLacking(decision: Decision): string {
  return decision.kind === 'ask' ? ask(decision.tool, decision.missing) : '';
}

/** The nearest first, then those that stand first. */
function relevantTools(question: string, { tools, index }: Toolbox): readonly VisibleTool[] {
  const near = index.search(question, MOST_SHOWN).flatMap(({ place }) => tools[place] ?? []);
  return [...new Set([...near, ...tools.slice(0, MOST_SHOWN)])].slice(0, MOST_SHOWN);
}

const MOST_SHOWN = 6;
