import { checkChoice, type FormatChoice, formed } from '../select/index.ts';
import type { Item } from './arrangement.ts';
import type { TurnGround } from './ground.ts';
import type { Planned, PlannedTurn } from './loop.ts';

/**
 * The turn with the format in which its model is told of tools. A server is asked only where nobody else has said
 * whether its model does native calls, and where it matters; what it told is remembered.
 */
export async function inFormat(turn: PlannedTurn, items: readonly Item[], ground: TurnGround): Promise<Planned> {
  const choice = ground.choices.for(turn.model.model, await doesNativeCalls(turn, items, ground));
  tellChoice(turn, choice, ground);
  const plan = formed(turn.plan, choice);
  if (plan.visible.length === turn.plan.visible.length) return { ok: true, turn: { ...turn, plan } };
  warnOfNone(turn, choice, ground);
  const checked = checkChoice(turn.ask.choice, plan);
  return checked.ok ? { ok: true, turn: { ...turn, plan, choice: checked.choice } } : checked;
}

async function doesNativeCalls(
  turn: PlannedTurn,
  items: readonly Item[],
  { backends, choices }: TurnGround,
): Promise<boolean | undefined> {
  const { model, ask } = turn;
  const { nativeTools } = backends.said(model, ask.model);
  if (nativeTools !== undefined) return nativeTools;
  if (!choices.hasNative || model.backend.describe().tellsNativeTools !== true) return undefined;
  const facts = isWorthAsking(turn, items) ? await backends.facts(model, ask.model) : backends.remembered(model);
  return facts.nativeTools;
}

/** Neither tools nor calls in the history: then it makes little difference. */
function isWorthAsking({ plan }: PlannedTurn, items: readonly Item[]): boolean {
  return plan.visible.length > 0 || items.some(({ kind }) => kind === 'exchange');
}

/** Once for each model, and again should it become another. */
function tellChoice({ id, model }: PlannedTurn, choice: FormatChoice, { log, told }: TurnGround): void {
  if (told.get(model.id) === choice || told.size >= MOST_TOLD) return;
  told.set(model.id, choice);
  const { format, understood, decision } = choice;
  log.debug({ turn: id, model: model.id, format, understood, why: decision.why, flip: decision.flip }, 'format');
}

/** Once for each model. */
function warnOfNone({ id, model }: PlannedTurn, { decision }: FormatChoice, { log, toolless }: TurnGround): void {
  if (toolless.has(model.id) || toolless.size >= MOST_TOLD) return;
  toolless.add(model.id);
  log.warn({ turn: id, model: model.id, why: decision.why, flip: decision.flip }, 'a model gets no tools');
}

const MOST_TOLD = 1_000; // names are foreign
