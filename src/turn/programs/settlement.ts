import { type CallFailure, type Outcome, textOf } from '../../core/index.ts';
import { type ExceptionName, raising, type Settlement } from '../../sandbox/index.ts';
import type { ProgramTools } from './program-tools.ts';
import { programValue } from './result-value.ts';

/** Returns what a program gets for an outcome: a value, or an exception with the message that a model would read. */
export function settlementOf(outcome: Outcome, tools: ProgramTools): Settlement {
  if (outcome.status === 'ok') return { status: 'ok', json: programValue(outcome) };
  const type = exceptionFor(outcome.failure);
  const tool = type === 'TypeError' ? tools.byWireName(outcome.tool) : undefined;
  const hint = tool === undefined ? '' : ` Call it as ${tools.signatureOf(tool)}.`;
  return raising(type, textOf(outcome.content) + hint);
}

function exceptionFor({ kind }: CallFailure): ExceptionName {
  switch (kind) {
    case 'bad-arguments':
      return 'TypeError';
    case 'unknown-tool':
    case 'gone':
      return 'NameError';
    case 'timeout':
      return 'TimeoutError';
    case 'denied':
      return 'PermissionError';
    case 'bad-schema':
    case 'unavailable':
    case 'overloaded':
    case 'cancelled':
    case 'nested-too-deep':
    case 'too-large':
    case 'tool-error':
    case 'reported':
      return 'RuntimeError';
    default:
      return kind satisfies never;
  }
}

/** Returns the tools that a search found, as data for the program. */
export function foundTools(names: readonly string[], tools: ProgramTools): Settlement {
  const found = names.flatMap((name) => {
    const tool = tools.byName(name);
    if (tool === undefined) return [];
    return [{ name: tools.pathOf(tool), signature: tools.signatureOf(tool), description: tool.description }];
  });
  return { status: 'ok', json: JSON.stringify(found) };
}
