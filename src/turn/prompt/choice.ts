import { type AllowedTools, isAllowed, type Plan, type ToolChoice } from '../../core/index.ts';

/** Why the model must answer without tools: the tool choice `none`, the limit of steps, or of repeated calls. */
export type MutedBy = 'choice' | 'steps' | 'repetition';

/** The circumstances of a step that its tool choice depends on. */
export interface ChoiceState {
  readonly plan: Plan;
  /** The request's choice. */
  readonly choice: ToolChoice;
  /** The tools that the model may call; undefined if it may call all of them. */
  readonly allowed?: AllowedTools | undefined;
  readonly step: number;
  /** Set if the model should not call more gateway tools: the step is the last one, or the model repeats itself. */
  readonly exhausted: Exclude<MutedBy, 'choice'> | undefined;
}

/** The tool choice of one step. `mutedBy` is set if it is `none`. */
export interface StepChoice {
  readonly choice: ToolChoice;
  readonly mutedBy: MutedBy | undefined;
  /** The tools that the model may call in this step; undefined if it may call all of them. */
  readonly allowed: AllowedTools | undefined;
}

/**
 * Returns the tool choice of a step. A forced choice holds until the model calls a tool of the client, which ends the
 * turn. If that must happen now, only the client's tools are allowed. If the client has no tools, or if the choice names
 * a gateway tool, the choice applies to the first step only: otherwise the model could never answer.
 */
export function choiceOf({ plan, choice, allowed, step, exhausted }: ChoiceState): StepChoice {
  if (choice.kind === 'none') return { choice, mutedBy: 'choice', allowed };
  const theirs = plan.visible.filter((tool) => tool.owner === 'client' && isAllowed(tool, allowed));
  const names = theirs.map(({ wireName }) => wireName);
  if (isForClient(choice, names)) {
    if (exhausted === undefined) return { choice, mutedBy: undefined, allowed };
    const [only = '', another] = names;
    const last: ToolChoice = another === undefined ? { kind: 'named', name: only } : choice;
    return { choice: last, mutedBy: undefined, allowed: { names, gateway: false } };
  }
  if (exhausted !== undefined) return { choice: { kind: 'none' }, mutedBy: exhausted, allowed };
  return { choice: step === 1 ? choice : { kind: 'auto' }, mutedBy: undefined, allowed };
}

/** True if the choice forces a call that only a tool of the client can satisfy. */
function isForClient(choice: ToolChoice, theirs: readonly string[]): boolean {
  return choice.kind === 'named' ? theirs.includes(choice.name) : choice.kind === 'required' && theirs.length > 0;
}
