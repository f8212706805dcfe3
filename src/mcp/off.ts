import { type Decision, found, type Server, unsetAdvice, unsetReason } from '../core/index.ts';

/** Why a server is never started. */
export type Off =
  | { readonly kind: 'settings' }
  /** Its settings use environment variables that are not set. */
  | { readonly kind: 'unset'; readonly variables: readonly string[] }
  /** The launch filter admits none of its tools. `by` is the flag or setting of the filter, `variables` as above. */
  | { readonly kind: 'filter'; readonly by: string; readonly variables: readonly string[] };

/**
 * Returns why a server is not started; undefined if it is started. `filteredBy` is set if the filter admits none of its tools,
 * in which case an unset variable is not reported as an error.
 */
export function whyOff({ disabled, lacks }: Server, filteredBy: string | undefined): Off | undefined {
  if (disabled && lacks === undefined) return { kind: 'settings' };
  if (filteredBy !== undefined) return { kind: 'filter', by: filteredBy, variables: lacks ?? [] };
  return lacks === undefined ? undefined : { kind: 'unset', variables: lacks };
}

/** Describes the state of such a server after the word "is", without a full stop. */
export function standingOf(off: Off): string {
  switch (off.kind) {
    case 'settings':
      return 'disabled in the settings';
    case 'unset':
      return `disabled: ${unsetReason(off.variables)}`;
    case 'filter':
      return `not started: ${filterReason(off.by)}`;
    default:
      return off satisfies never;
  }
}

/** Returns the fields of a report: a missing variable is an error with advice, the user's own decision only a note. */
export function reportOf(off: Off): { lastError?: string; check?: string; note?: string } {
  switch (off.kind) {
    case 'settings':
      return { note: 'the settings disable it' };
    case 'unset':
      return { lastError: unsetReason(off.variables), check: unsetAdvice(off.variables) };
    case 'filter':
      return { note: filterReason(off.by) };
    default:
      return off satisfies never;
  }
}

/** Returns the rule for the tools of such a server. The changes to the filter are added to its flip by `filtering.ts`. */
export function ruleOfOff(server: string, off: Off): Pick<Decision, 'rule' | 'flip'> {
  switch (off.kind) {
    case 'settings':
      return { rule: 'server-disabled', flip: `set mcpServers.${found(server)}.disabled to false` };
    case 'unset':
      return { rule: 'server-disabled', flip: flipOf(off.variables) };
    case 'filter':
      return { rule: 'filter', flip: flipOf(off.variables) };
    default:
      return off satisfies never;
  }
}

function flipOf(variables: readonly string[]): string {
  if (variables.length === 0) return '';
  return `set the environment variable${variables.length === 1 ? '' : 's'} ${variables.join(', ')} and restart Toolpath`;
}

function filterReason(by: string): string {
  return `${by} allows none of its tools`;
}
