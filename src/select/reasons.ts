import { type Decision, type GatewayTool, withCalling } from '../core/index.ts';
import type { Candidates } from './candidates.ts';
import { allOf, GONE, type Rule } from './rules.ts';

/** Why single tools are in or out for one request, where a conversation says more than the settings. */
export class Reasons {
  readonly #candidates: Candidates;
  readonly #rules = new Map<GatewayTool, Rule>();
  /** Of tools that are no candidates any more, by name. */
  readonly #others = new Map<string, Rule>();

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  has(tool: GatewayTool): boolean {
    return this.#rules.has(tool);
  }

  /** The last one counts. */
  give(tool: GatewayTool, rule: Rule): void {
    this.#rules.set(tool, rule);
  }

  /** The same of a tool that there is none of any more. */
  giveOther(name: string, rule: Rule): void {
    this.#others.set(name, rule);
  }

  /** A further reason to be in: of one that is in already, all must be turned. */
  add(tool: GatewayTool, rule: Rule): void {
    const before = this.#rules.get(tool);
    this.#rules.set(tool, before?.verdict === 'in' ? allOf(before, rule) : rule);
  }

  /** The decisions of all candidates, with these in their places. */
  over(decisions: readonly Decision[]): readonly Decision[] {
    if (this.#rules.size + this.#others.size === 0) return decisions;
    const all = decisions.slice();
    for (const [tool, rule] of this.#rules) {
      const place = this.#candidates.placeOf(tool);
      const before = place === undefined ? undefined : all[place];
      if (place !== undefined && before !== undefined) all[place] = { tool: tool.name, ...instead(before, rule) };
    }
    for (const [tool, rule] of this.#others) all.push({ tool, ...rule });
    return all;
  }
}

/** What is told and cannot be called has two sides: what keeps it from being called is not forgotten. */
function instead(before: Decision, rule: Rule): Rule {
  if (rule.rule !== GONE.rule || before.verdict === 'in') return rule;
  return withCalling(rule, before.flip);
}
