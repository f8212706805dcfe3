import {
  CONTEXT_HEAD,
  type Fields,
  type Message,
  type ModelRequest,
  type VisibleTool,
  wordsOf,
} from '../../core/index.ts';
import { indexOf } from './candidates.ts';
import { tellOutcomes } from './outcomes.ts';
import { type Decision, isCall, planCalls } from './plan.ts';
import { converse, keepQuiet, readAsked } from './speech.ts';

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
export function replyTo({ messages, tools: all, choice, parallel }: ModelRequest, now: Date): Reply {
  const tools = withoutSearch(all);
  const spoken = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(spoken + 1);
  const question = questionIn(messages[spoken]);
  const continued = continuedQuestion(messages, spoken);
  const isMuted = choice.kind === 'none' || tools.length === 0;
  const plan = (text: string, mayLeave: boolean) => (isMuted ? [] : planCalls(text, { tools, choice, now, mayLeave }));
  const asIs = plan(question, false);
  const decisions = continued === undefined || asIs.some(isCall) ? asIs : plan(continued, true);
  const calls = pendingCalls(decisions, since);
  if (calls.length > 0) return { kind: 'calls', calls: parallel === false ? calls.slice(0, 1) : calls };
  const told = [tellOutcomes(since), ...decisions.map((each) => (each.kind === 'say' ? each.text : ''))]
    .filter((part) => part !== '')
    .join('\n\n');
  if (told !== '') return { kind: 'text', text: told };
  if (isMuted && tools.length > 0) return { kind: 'text', text: keepQuiet() };
  const search = all.find(isSearch)?.description;
  return { kind: 'text', text: converse(question, relevantTools(question, tools), tools.length, search) };
}

/** What it would find is found for pocket, with each question. The same list as long as the given one is the same. */
function withoutSearch(tools: readonly VisibleTool[]): readonly VisibleTool[] {
  if (!tools.some(isSearch)) return tools;
  const known = others.get(tools) ?? tools.filter((tool) => !isSearch(tool));
  others.set(tools, known);
  return known;
}

const others = new WeakMap<readonly VisibleTool[], readonly VisibleTool[]>();

function isSearch({ name, owner }: VisibleTool): boolean {
  return owner === 'gateway' && name === 'tool_search';
}

/** The end of what the user said: a long text is mostly a quotation with the question behind it. Without what clients add to it. */
function questionIn(message: Message | undefined): string {
  if (message?.role !== 'user') return '';
  const text = wordsOf(message.content);
  const context = text.lastIndexOf(CONTEXT_HEAD);
  const said = (context === -1 ? text : text.slice(0, context)).slice(-MOST_LETTERS);
  return said.replaceAll('℃', '°C').replaceAll('℉', '°F');
}

const MOST_LETTERS = 4_096;

/** `convert 20 celsius` → `To use … I need "to"` → `kelvin` is `convert 20 celsius`, and in a line of its own `to: kelvin`. */
function continuedQuestion(messages: readonly Message[], spoken: number): string | undefined {
  const answers: string[] = [];
  let place = spoken;
  while (answers.length < MOST_ANSWERS) {
    const asking = messages[place - 1];
    const asked = asking?.role === 'assistant' ? readAsked(wordsOf(asking.content).slice(0, MOST_LETTERS)) : undefined;
    if (asked === undefined || messages[place - 2]?.role !== 'user') break;
    answers.unshift(`${asked}: ${questionIn(messages[place])}`);
    place -= 2;
  }
  return answers.length === 0 ? undefined : [questionIn(messages[place]), ...answers].join('\n').slice(-MOST_LETTERS);
}

const MOST_ANSWERS = 8;

/** Each call once, and without those that were made. */
function pendingCalls(decisions: readonly Decision[], since: readonly Message[]): readonly PlannedCall[] {
  const made = since.flatMap((message) => (message.role === 'assistant' ? message.calls.map(({ name }) => name) : []));
  const calls = decisions.filter(isCall).map(({ tool, arguments: args }) => ({ name: tool.name, arguments: args }));
  const distinct = new Map(calls.map((call) => [JSON.stringify(call), call]));
  return [...distinct.values()].filter(({ name }) => {
    const place = made.indexOf(name);
    if (place !== -1) made.splice(place, 1);
    return place === -1;
  });
}

/** The nearest first, then those that stand first. */
function relevantTools(question: string, tools: readonly VisibleTool[]): readonly VisibleTool[] {
  const near = indexOf(tools)
    .search(question, MOST_SHOWN)
    .flatMap(({ place }) => tools[place] ?? []);
  return [...new Set([...near, ...tools.slice(0, MOST_SHOWN)])].slice(0, MOST_SHOWN);
}

const MOST_SHOWN = 6;
