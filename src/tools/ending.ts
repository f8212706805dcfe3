import type { CallFailure, Problem, Tool } from '../core/index.ts';
import { jsonSchemaOf, shapeOf } from './arguments/index.ts';
import type { Ended } from './deadline.ts';
import { failureOf, inputProblems, reportedFailure } from './thrown.ts';
import { isFromMcp, toolName } from './traits.ts';

/** Returns the failure of a call that ended without a result. `name` is the tool's name in the call. */
export function failureOfEnd(ended: Exclude<Ended, { kind: 'returned' }>, tool: Tool, name: string): CallFailure {
  switch (ended.kind) {
    case 'threw':
      return failureOfThrown(ended.error, tool, name);
    case 'timed-out':
      return { kind: 'timeout', tool: name, limitMs: ended.limitMs };
    case 'cancelled':
      return {
        kind: 'cancelled',
        tool: name,
        reason: ended.reason instanceof Error ? ended.reason.message : 'the caller cancelled the call',
      };
    default:
      return ended satisfies never;
  }
}

function failureOfThrown(error: unknown, tool: Tool, name: string): CallFailure {
  const said = reportedFailure(error, name);
  if (said !== undefined) return said;
  const problems = inputProblems(error);
  return problems === undefined ? failureOf(error, name, isFromMcp(tool)) : badInput(tool, problems);
}

function badInput(tool: Tool, problems: readonly Problem[]): CallFailure {
  const expected = shapeOf(jsonSchemaOf(tool.schema) ?? {});
  return { kind: 'bad-arguments', tool: toolName(tool), problems, expected };
}
