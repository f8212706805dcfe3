import { type CallFailure, type Outcome, textOf } from '../../core/index.ts';
import { type ExceptionName, raising, type Settlement } from '../../sandbox/index.ts';
import type { ProgramTools } from './program-tools.ts';
import { programValue } from './result-value.ts';

/**
 * Returns what a program gets for an outcome: a value, or an exception with the message that a model would read. `mayGuess` is true
 * if the error of an unknown tool may suggest a name.
 */
export function settlementOf(outcome: Outcome, tools: ProgramTools, mayGuess: boolean): Settlement {
  if (outcome.status === 'ok') return { status: 'ok', json: programValue(outcome) };
  const { failure } = outcome;
  if (failure.kind === 'unknown-tool') return raising('NameError', tools.unknown(outcome.tool, mayGuess));
  const type = exceptionFor(failure);
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

/** Returns the error for the first call of a tool that the model had not read about, with the tool's description. */
export function describing(name: string, tools: ProgramTools): Settlement {
  const tool = tools.byName(name);
  const path = tool === undefined ? name : tools.pathOf(tool);
  const head = `The tool "${path}" was not run, because you had not read how to use it. Read its description below, and call it again if it is what you need.`;
  return raising('RuntimeError', `${head}\n\n${tools.help(path)}`);
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
