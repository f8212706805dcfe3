import { type Decision, type GatewayTool, withCalling } from '../core/index.ts';
import type { Candidates } from './candidates.ts';
import { allOf, GONE, type Rule } from './rules.ts';

/**
 * The rules for single tools in one request that follow from the conversation. They replace the decisions from the settings.
 */
export class Reasons {
  readonly #candidates: Candidates;
  readonly #rules = new Map<GatewayTool, Rule>();
  /** Rules of tools that are no longer candidates, by name. */
  readonly #others = new Map<string, Rule>();

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  has(tool: GatewayTool): boolean {
    return this.#rules.has(tool);
  }

  /** Sets the rule of a tool, and replaces an earlier one. */
  give(tool: GatewayTool, rule: Rule): void {
    this.#rules.set(tool, rule);
  }

  /** Sets the rule of a tool that is no longer a candidate. */
  giveOther(name: string, rule: Rule): void {
    this.#others.set(name, rule);
  }

  /** Adds a reason for a tool to be in. If the tool is in already, its flip lists what to do about all reasons. */
  add(tool: GatewayTool, rule: Rule): void {
    const before = this.#rules.get(tool);
    this.#rules.set(tool, before?.verdict === 'in' ? allOf(before, rule) : rule);
  }

  /** Returns the decisions with these rules applied. */
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

/**
 * For a tool that is still declared but cannot be called, keeps the advice of the earlier decision on how to make it
 * callable.
 */
function instead(before: Decision, rule: Rule): Rule {
  if (rule.rule !== GONE.rule || before.verdict === 'in') return rule;
  return withCalling(rule, before.flip);
}
