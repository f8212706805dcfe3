import type { Plan } from '../../core/index.ts';
import { checkChoice, type FormatChoice, formed } from '../../select/index.ts';
import type { TurnGround } from '../ground.ts';
import type { Item } from '../history/arrangement.ts';
import type { Conversation } from '../history/conversation.ts';
import type { Planned, PlannedTurn } from '../loop.ts';
import { discover } from './discover.ts';

/**
 * The turn with all that its plan needs to know: the format in which its model is told of tools, how many it is told of, and what
 * the conversation has found. A server is asked only where nobody else has said it, and where it matters; what it told is
 * remembered. Nothing is kept of it.
 */
export async function prepare(turn: PlannedTurn, conversation: Conversation, ground: TurnGround): Promise<Planned> {
  const choice = ground.choices.for(
    turn.model.model,
    await doesNativeCalls(turn, conversation.items, ground),
    turn.model.backend.describe().isTextless,
  );
  logChoice(turn, choice, ground);
  const discovery = await discover(turn, choice, conversation, ground);
  const plan = discovery?.plan ?? formed(turn.plan, choice);
  logFinds(turn, plan, ground);
  if (plan.format === 'none' && turn.plan.visible.length > 0) warnOfNone(turn, choice, ground);
  const checked = checkChoice(turn.ask.choice, plan);
  if (!checked.ok) return checked;
  return { ok: true, turn: { ...turn, plan, choice: checked.choice, ...(discovery !== undefined && { discovery }) } };
}

async function doesNativeCalls(
  turn: PlannedTurn,
  items: readonly Item[],
  { backends, choices }: TurnGround,
): Promise<boolean | undefined> {
  const { model } = turn;
  const { nativeTools } = backends.said(model);
  if (nativeTools !== undefined) return nativeTools;
  if (!choices.hasNative || model.backend.describe().tellsNativeTools !== true) return undefined;
  const facts = isWorthAsking(turn, items) ? await backends.facts(model) : backends.remembered(model);
  return facts.nativeTools;
}

/** Neither tools nor calls in the history: then it makes little difference. */
function isWorthAsking({ plan }: PlannedTurn, items: readonly Item[]): boolean {
  return plan.visible.length > 0 || items.some(({ kind }) => kind === 'exchange');
}

/** What the search for the message found, and how near it was. */
function logFinds({ id, model }: PlannedTurn, { finds, decisions, budget }: Plan, { log }: TurnGround): void {
  if (finds.length === 0 || log.isLevelEnabled?.('debug') === false) return;
  const found = decisions.filter(({ rank }) => rank !== undefined).slice(0, MOST_FOUND);
  log.debug({ turn: id, model: model.id, found, most: budget?.most, why: budget?.why }, 'tools found');
}

const MOST_FOUND = 20;

/** Once for each model, and again should it become another. */
function logChoice({ id, model }: PlannedTurn, choice: FormatChoice, { log, loggedChoices }: TurnGround): void {
  if (loggedChoices.get(model.id) === choice || loggedChoices.size >= MOST_LOGGED) return;
  loggedChoices.set(model.id, choice);
  const { format, understood, decision } = choice;
  log.debug({ turn: id, model: model.id, format, understood, why: decision.why, flip: decision.flip }, 'format');
}

/** Once for each model. */
function warnOfNone({ id, model }: PlannedTurn, { decision }: FormatChoice, { log, loggedToolless }: TurnGround): void {
  if (loggedToolless.has(model.id) || loggedToolless.size >= MOST_LOGGED) return;
  loggedToolless.add(model.id);
  log.warn({ turn: id, model: model.id, why: decision.why, flip: decision.flip }, 'a model gets no tools');
}

const MOST_LOGGED = 1_000; // names are foreign
