import { checkChoice, type FormatChoice, formed } from '../select/index.ts';
import type { TurnGround } from './ground.ts';
import type { Planned, PlannedTurn } from './loop.ts';

/**
 * The turn with the format in which its model is told of tools. A server is asked only where nobody else has said
 * whether its model does native calls, and where it matters; what it told is remembered.
 */
export async function inFormat(turn: PlannedTurn, ground: TurnGround): Promise<Planned> {
  const choice = ground.choices.for(turn.model.model, await doesNativeCalls(turn, ground));
  const plan = formed(turn.plan, choice);
  if (plan.visible.length === turn.plan.visible.length) return { ok: true, turn: { ...turn, plan } };
  warnOfNone(turn, choice, ground);
  const checked = checkChoice(turn.ask.choice, plan);
  return checked.ok ? { ok: true, turn: { ...turn, plan, choice: checked.choice } } : checked;
}

async function doesNativeCalls(turn: PlannedTurn, ground: TurnGround): Promise<boolean | undefined> {
  const { model, ask } = turn;
  const { nativeTools } = ground.backends.said(model, ask.model);
  if (nativeTools !== undefined || !isWorthAsking(turn, ground)) return nativeTools;
  return (await ground.backends.facts(model, ask.model)).nativeTools;
}

/** Neither tools nor calls in the history: then it makes no difference. */
function isWorthAsking({ model, plan, ask }: PlannedTurn, { choices }: TurnGround): boolean {
  if (!choices.hasNative || model.backend.describe().tellsNativeTools !== true) return false;
  return plan.visible.length > 0 || ask.messages.some(({ role }) => role === 'tool');
}

/** Once for each model. */
function warnOfNone({ id, model }: PlannedTurn, { decision }: FormatChoice, { log, toolless }: TurnGround): void {
  if (toolless.has(model.id) || toolless.size >= MOST_TOLD) return;
  toolless.add(model.id);
  log.warn({ turn: id, model: model.id, why: decision.why, flip: decision.flip }, 'a model gets no tools');
}

const MOST_TOLD = 1_000; // names are foreign
