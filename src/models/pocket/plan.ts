import { type Fields, isRecord, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { fillArguments } from './arguments.ts';
import { candidatesFor } from './candidates.ts';
import { withMoments } from './moments.ts';
import type { Property } from './properties.ts';
import { Sheet } from './sheet.ts';
import { type Sight, see } from './sights.ts';
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

/**
 * A call for each part of the question that asks for one. A part that asks for nothing belongs to the one before it, where
 * that still lacks something or goes on with `and`.
 */
export function planCalls(question: string, ground: PlanGround): readonly Decision[] {
  const parts: Part[] = [];
  for (const clause of clausesOf(question)) {
    const before = parts.at(-1);
    const decision = decide(question.slice(clause.from, clause.to), ground);
    const isOwn = decision.kind === 'call' || before === undefined;
    if (isOwn) parts.push({ ...clause, decision });
    else if (before.decision.kind !== 'call' || !clause.isSentence) {
      parts[parts.length - 1] = { ...before, to: clause.to, decision: decide(question.slice(before.from, clause.to), ground) };
    }
  }
  return parts.map(({ decision }) => decision);
}

interface Clause {
  readonly from: number;
  readonly to: number;
  /** It begins a sentence or a line: what is before it was complete. */
  readonly isSentence: boolean;
}

interface Part extends Clause {
  readonly decision: Decision;
}
