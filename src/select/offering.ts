import type { Budget, Decision, VisibleTool } from '../core/index.ts';
import type { Rule } from './rules.ts';

/** The gateway's part of a plan: the tools that it would show a model, and the decision on each of its tools. */
export interface Offering {
  readonly visible: readonly VisibleTool[];
  readonly callable?: readonly VisibleTool[];
  readonly finds?: readonly VisibleTool[];
  readonly budget?: Budget;
  /** Returns one decision for each gateway tool, given the rule that applies to all gateway tools in this request. */
  decide(rule: Rule): readonly Decision[];
  /** Index of the decision on the tool with this wire name, in the list that `decide` returns. */
  placeOf(wireName: string): number | undefined;
}
