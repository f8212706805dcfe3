import type { Budget, Decision, VisibleTool } from '../core/index.ts';
import type { Rule } from './rules.ts';

/** The gateway's side of a plan: what it would tell a model, and what it decides of each of its tools. */
export interface Offering {
  readonly visible: readonly VisibleTool[];
  readonly callable?: readonly VisibleTool[];
  readonly finds?: readonly VisibleTool[];
  readonly budget?: Budget;
  /** One for each of its tools, where this rule holds for the gateway's in this request. */
  decide(rule: Rule): readonly Decision[];
  /** Where the decision of the tool with this wire name stands. */
  placeOf(wireName: string): number | undefined;
}
