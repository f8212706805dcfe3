import { type Fields, isRecord, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { fillArguments } from './arguments.ts';
import { askingWords, type Bar, barOf, candidatesFor, hintsOf } from './candidates.ts';
import { arithmeticIn } from './numbers.ts';
import { isSmall, Sheet } from './sheet.ts';
import { type Sight, see } from './sights.ts';
import { ask, isSmallTalk, leaveOut } from './speech.ts';

/** What one part of a question comes to: a call, or words about why there is none. */
export type Decision =
  | { readonly kind: 'call'; readonly tool: VisibleTool; readonly arguments: Fields; readonly left: readonly string[] }
  | { readonly kind: 'say'; readonly tool: VisibleTool; readonly text: string }
  | { readonly kind: 'nothing' };

export interface PlanGround {
  readonly tools: readonly VisibleTool[];
  readonly choice: ToolChoice;
  readonly now: Date;
  /** A value may go unused: an answer of the user's has taken its place. */
  readonly mayLeave: boolean;
}

/** A decision for each part of the question; where a call is demanded and no part makes one, for all of it. */
export function planCalls(given: string, ground: PlanGround): readonly Decision[] {
  const [only, another] = see(given, ground.now);
  const question = only?.kind === 'quoted' && another === undefined ? only.text : given; // who quotes all quotes nothing
  if (ground.choice.kind === 'named') return [decide(question, ground)];
  const decisions = decideParts(question, { ...ground, choice: { kind: 'auto' } }).map(withoutLeaving);
  const isDemanded = ground.choice.kind === 'required' && !decisions.some(isCall);
  return isDemanded ? [decide(question, ground)] : decisions;
}

/** Whoever writes a value means something by it: without it, the answer would be one to another question. */
function withoutLeaving(decision: Decision): Decision {
  if (decision.kind !== 'call' || decision.left.length === 0) return decision;
  return { kind: 'say', tool: decision.tool, text: leaveOut(decision.tool, decision.left) };
}

/**
 * A part stands for itself where it says what it wants. Otherwise it belongs to the one before it, if that lacks something or
 * goes on with `and`.
 */
function decideParts(question: string, ground: PlanGround): readonly Decision[] {
  const clauses = clausesOf(question, see(question, ground.now));
  const texts = clauses.map(({ from, to }) => question.slice(from, to));
  const bar = barOf(question, texts, ground.tools, ground.now);
  const parts: Part[] = [];
  for (const [rank, clause] of clauses.entries()) {
    const before = parts.at(-1);
    const text = texts[rank] ?? '';
    const decision = decide(text, ground, bar);
    const isOwn = before === undefined || standsAlone(decision, text, before, ground.now);
    const isLacking = before?.decisions.some(isCall) === false;
    const mayJoin = before !== undefined && (isLacking || !(isOwn || clause.isSentence));
    const joined = mayJoin ? decideEach(question.slice(before.from, clause.to), ground, bar) : [];
    if (isOwn && joined.length < 2) parts.push({ ...clause, decisions: [decision] });
    else if (mayJoin) parts[parts.length - 1] = { ...before, to: clause.to, decisions: joined };
  }
  return parts.flatMap(({ decisions }) => decisions);
}

interface Clause {
  readonly from: number;
  readonly to: number;
  /** It begins a sentence or a line. */
  readonly isSentence: boolean;
}

interface Part extends Clause {
  readonly decisions: readonly Decision[];
}

/** Cut at the ends of sentences and lines, and at `and` and `then`; never inside of quotes. */
function clausesOf(question: string, sights: readonly Sight[]): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let isSentence = true;
  const cut = (to: number, next: number, isNextSentence: boolean) => {
    if (question.slice(from, to).trim() !== '') clauses.push({ from, to, isSentence });
    from = next;
    isSentence = isNextSentence;
  };
  for (const sight of sights) {
    if (isAnd(sight)) cut(sight.from, sight.to, isSentence && from === sight.from);
    MARKS.lastIndex = sight.to;
    const to = sight.to + (MARKS.exec(question)?.[0].length ?? 0);
    if (sight.end === '.') cut(to, to, true);
  }
  cut(question.length, question.length, true);
  return clauses.slice(-MOST_CLAUSES);
}

const MARKS = /[^\s\p{L}\p{N}]*/uy;
const MOST_CLAUSES = 8; // of more the last ones: there the question stands

function isAnd(sight: Sight | undefined): boolean {
  return sight?.kind === 'word' && /^(?:and|then)$/i.test(sight.text);
}

/** Says itself what it wants, and is not just a value more for the one before. */
function standsAlone(decision: Decision, text: string, before: Part, now: Date): boolean {
  if (decision.kind === 'nothing' || (decision.kind === 'say' && !before.decisions.some(isCall))) return false;
  const asking = askingWords(decision.tool);
  return searchWords(`${text} ${hintsOf(text, see(text, now))}`).some((word) => asking.has(word));
}

/** `time in Berlin and Tokyo` is two calls, where a call that is made of all of it would leave out one of them. */
function decideEach(text: string, ground: PlanGround, bar: Bar): readonly Decision[] {
  const whole = decide(text, ground, bar);
  const each = oneByOne(text, ground.now).map((variant) => decide(variant, ground, bar));
  const isPart = !isCall(whole) || whole.left.length > 0 || each.some((one) => isCall(one) && isSame(one, whole));
  return each.length > 0 && each.every(isCall) && isPart ? each : [whole];
}

function isSame(one: Call, other: Call): boolean {
  return one.tool === other.tool && JSON.stringify(one.arguments) === JSON.stringify(other.arguments);
}

/** The text with each of the things that commas and its last `and` join, without the others. */
function oneByOne(text: string, now: Date): readonly string[] {
  const sights = see(text, now);
  const and = sights.findLastIndex((sight) => isAnd(sight) && /and/i.test(sight.text));
  const kind = sights[and + 1]?.kind;
  const isThing = (place: number) => {
    const sight = sights[place];
    const isUnit = kind === 'number' && sights[place - 1]?.kind === 'number' && sights[and - 1]?.kind === 'word';
    return sight !== undefined && (sight.kind === kind || isUnit) && !isSmall(sight.text.toLowerCase());
  };
  let first = and;
  let last = and;
  while (isThing(first - 1) || (first < and && isAnd(sights[first - 1]))) first--;
  while (isThing(last + 1) && (last === and || sights[last]?.end === undefined)) last++;
  if (first === and || last === and || arithmeticIn(text.slice(0, sights[and]?.from)) !== undefined) return [];
  const [from, to] = [sights[first]?.from ?? 0, sights[last]?.to ?? 0];
  const things = text.slice(from, to).split(/,\s+(?:and\s+)?|\s+and\s+/i, MOST_THINGS);
  return things.map((thing) => `${text.slice(0, from)}${thing}${text.slice(to)}`);
}

const MOST_THINGS = 8;

/** The likeliest tool that can be called as it was said; or else what keeps the likeliest from it. */
function decide(text: string, { tools, choice, now, mayLeave }: PlanGround, bar?: Bar): Decision {
  if (choice.kind === 'auto' && (isSmallTalk(text) || DENIAL.test(text))) return { kind: 'nothing' };
  const sights = see(text, now);
  let second: Decision = { kind: 'nothing' };
  for (const candidate of candidatesFor(text, sights, tools, choice)) {
    const { tool, isMeant } = candidate;
    if (bar?.(candidate) === false) break;
    const written = writtenArguments(tool, sights);
    if (written !== undefined) return { kind: 'call', tool, arguments: written, left: [] };
    const sheet = new Sheet(text, sights);
    const filled = fillArguments(tool.parameters, sheet, askingWords(tool), now);
    if (!isMeant(sheet.telling(), filled.typed)) break;
    if (filled.ok) {
      const left = choice.kind === 'auto' && !mayLeave ? sheet.left() : [];
      const isIt = left.length === 0 || (second.kind === 'nothing' && filled.typed > 0);
      return isIt ? { kind: 'call', tool, arguments: filled.value, left } : second;
    }
    const { property, fault } = filled;
    if (second.kind === 'nothing') second = { kind: 'say', tool, text: ask(tool, property, fault) };
    if (fault !== undefined) break; // another tool would take the value for something that it is not
  }
  return second;
}

const DENIAL = /^\W{0,9}(?:please )?(?:don't|don’t|dont|do not|never)\b/i;

/** An object that the user wrote out, and that has the tool's own members. */
function writtenArguments({ parameters: { properties } }: VisibleTool, sights: readonly Sight[]): Fields | undefined {
  const json = sights.find((sight) => sight.kind === 'json');
  const isKnown = (name: string) => !isRecord(properties) || Object.hasOwn(properties, name);
  return json !== undefined && Object.keys(json.value).every(isKnown) ? json.value : undefined;
}

type Call = Extract<Decision, { kind: 'call' }>;

export function isCall(decision: Decision): decision is Call {
  return decision.kind === 'call';
}
