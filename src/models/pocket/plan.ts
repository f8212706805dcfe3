import { type Fields, isRecord, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { searchWords } from '../../search/index.ts';
import { fillArguments } from './arguments.ts';
import { CERTAIN, candidatesFor, nearest } from './candidates.ts';
import { withMoments } from './moments.ts';
import type { Property } from './properties.ts';
import { Sheet } from './sheet.ts';
import { type Sight, see } from './sights.ts';
import { isSmallTalk } from './speech.ts';
import { askingWords, type Toolbox } from './toolbox.ts';

/** What one part of a question comes to. */
export type Decision =
  | { readonly kind: 'call'; readonly tool: VisibleTool; readonly arguments: Fields }
  | { readonly kind: 'ask'; readonly tool: VisibleTool; readonly missing: Property }
  | { readonly kind: 'nothing' };

export interface PlanGround {
  readonly toolbox: Toolbox;
  readonly choice: ToolChoice;
  readonly now: Date;
}

/** A decision for each part of the question; where a call is demanded and no part makes one, for all of it. */
export function planCalls(given: string, ground: PlanGround): readonly Decision[] {
  const question = unquoted(given);
  if (ground.choice.kind === 'named') return [decide(question, ground)];
  const decisions = decideParts(question, { ...ground, choice: { kind: 'auto' } });
  const isDemanded = ground.choice.kind === 'required' && !decisions.some(({ kind }) => kind === 'call');
  return isDemanded ? [decide(question, ground)] : decisions;
}

/** Who puts all of it in quotes quotes nothing. */
function unquoted(question: string): string {
  const [only, another] = see(question);
  return only?.kind === 'quoted' && another === undefined ? only.text : question;
}

/**
 * A part stands for itself where it says better what it wants than the whole question does, and that is something the whole
 * asks for, too. Otherwise it belongs to the one before it, if that lacks something or goes on with `and`.
 */
function decideParts(question: string, ground: PlanGround): readonly Decision[] {
  const { tools, index } = ground.toolbox;
  const clauses = clausesOf(question);
  const hits = nearest(question, see(question), index, clauses.length + 1);
  const [best] = index.search(question, 1);
  const bar: Bar = { score: (best?.score ?? 0) * ROUNDING, tools: new Set(hits.map(({ place }) => tools[place])) };
  const parts: Part[] = [];
  for (const clause of clauses) {
    const before = parts.at(-1);
    const text = question.slice(clause.from, clause.to);
    const decision = decide(text, ground, bar);
    if (before === undefined || isOwn(decision, text, before.decision)) parts.push({ ...clause, decision });
    else if (before.decision.kind !== 'call' || !clause.isSentence) {
      const whole = decide(question.slice(before.from, clause.to), ground, bar);
      parts[parts.length - 1] = { ...before, to: clause.to, decision: whole };
    }
  }
  return parts.map(({ decision }) => decision);
}

/** What a part's tool must reach. */
interface Bar {
  readonly score: number;
  readonly tools: ReadonlySet<VisibleTool | undefined>;
}

const ROUNDING = 1 - 1e-9;

interface Clause {
  readonly from: number;
  readonly to: number;
  /** It begins a sentence or a line. */
  readonly isSentence: boolean;
}

interface Part extends Clause {
  readonly decision: Decision;
}

/** Cut at the ends of sentences and lines, and at `and` and `then`; never inside of quotes. */
function clausesOf(question: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let from = 0;
  let isSentence = true;
  const cut = (to: number, next: number, isNextSentence: boolean) => {
    if (question.slice(from, to).trim() !== '') clauses.push({ from, to, isSentence });
    from = next;
    isSentence = isNextSentence;
  };
  for (const { kind, text, from: start, to, end } of see(question)) {
    if (kind === 'word' && (text.toLowerCase() === 'and' || text.toLowerCase() === 'then'))
      cut(start, to, isSentence && from === start);
    if (end === '.') cut(to, to, true);
  }
  if (question.slice(from).trim() !== '') clauses.push({ from, to: question.length, isSentence });
  return clauses.slice(-MOST_CLAUSES);
}

const MOST_CLAUSES = 8; // of more the last ones: there the question stands

function decide(text: string, { toolbox, choice, now }: PlanGround, bar?: Bar): Decision {
  if (choice.kind === 'auto' && (isSmallTalk(text) || DENIAL.test(text))) return { kind: 'nothing' };
  const sights = withMoments(see(text), now);
  let lacking: Decision = { kind: 'nothing' };
  for (const { tool, score, isMeant } of candidatesFor(text, sights, toolbox, choice)) {
    if (bar !== undefined && score < CERTAIN && (score < bar.score || !bar.tools.has(tool))) break;
    const written = writtenArguments(tool, sights);
    if (written !== undefined) return { kind: 'call', tool, arguments: written };
    const sheet = new Sheet(text, sights);
    const filled = fillArguments(tool.parameters, sheet, askingWords(tool), now);
    if (!isMeant(sheet.telling())) break;
    if (filled.ok) return { kind: 'call', tool, arguments: filled.value };
    if (lacking.kind === 'nothing') lacking = { kind: 'ask', tool, missing: filled.missing };
  }
  return lacking;
}

const DENIAL = /^\W{0,9}(?:please )?(?:don't|don’t|dont|do not|never)\b/i;

/** An object that the user wrote out, and that has the tool's own members. */
function writtenArguments({ parameters }: VisibleTool, sights: readonly Sight[]): Fields | undefined {
  const json = sights.find((sight) => sight.kind === 'json');
  if (json === undefined) return undefined;
  const { properties } = parameters;
  const isKnown = (name: string) => !isRecord(properties) || Object.hasOwn(properties, name);
  return Object.keys(json.value).every(isKnown) ? json.value : undefined;
}

/** Says itself what it wants, and is not just a value more for the one before. */
function isOwn(decision: Decision, text: string, before: Decision): boolean {
  if (decision.kind === 'nothing' || (decision.kind === 'ask' && before.kind !== 'call')) return false;
  const asking = askingWords(decision.tool);
  return searchWords(text).some((word) => asking.has(word));
}
