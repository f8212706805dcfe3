import { type AllowedTools, type ToolMessage, textOf } from '../../core/index.ts';
import { isSameJson, type ProgramState, raising, type Settlement, unseal } from '../../sandbox/index.ts';
import type { Caller } from '../caller.ts';
import { runCalls } from '../calls.ts';
import type { Exchange, ProgramCall, WaitingProgram } from '../history/arrangement.ts';
import { changedCall, programsToContinue } from '../history/programs.ts';
import type { Ran } from '../ran.ts';
import type { TurnRun } from '../run.ts';
import type { Continued } from './execution.ts';
import { jsonOfText } from './result-value.ts';
import { refuseToContinue, runProgram, UNSEALED } from './run-program.ts';

/** The programs that were continued, as the model must see them, and what became of them. */
export interface ContinuedPrograms {
  readonly exchange: Exchange;
  readonly ran: readonly Ran[];
}

/** Continues the programs that waited for the results which this request brings. Returns undefined if there are none. */
export async function continuePrograms(run: TurnRun): Promise<ContinuedPrograms | undefined> {
  const waiting = programsToContinue(run.transcript);
  if (waiting.length === 0) return undefined;
  run.memory.hasRunTools = true; // a program may have called tools before it waited
  const caller = callerOf(run);
  const { key } = run.ask;
  const secret = await run.context.store.secret();
  const ran = await Promise.all(
    waiting.map(async ({ call, waiting: program }): Promise<Ran> => {
      const continued = continuedFrom(program, unseal(program.program, { secret, key }));
      return typeof continued === 'string'
        ? refuseToContinue(call, continued, caller)
        : runProgram(call, caller, { runCalls, continued });
    }),
  );
  const calls = waiting.map(({ call }) => call);
  return { exchange: run.memory.addPrograms(calls, ran), ran };
}

/** If the client forbids calls now, a program may end, but all further calls fail. */
function callerOf({ id, ask, tools, choice, allowed, signal, plannedAt, context }: TurnRun): Caller {
  return { id, ask, tools, allowed: choice.kind === 'none' ? NO_TOOLS : allowed, signal, plannedAt, context };
}

const NO_TOOLS: AllowedTools = { names: [], gateway: false };

/** Returns the program's state with the results that the client sent, or why the program must not continue. */
function continuedFrom({ calls }: WaitingProgram, from: ProgramState | undefined): Continued | string {
  if (from === undefined) return UNSEALED;
  const changed = changedCall(calls) ?? changedResult(calls, from);
  if (changed !== undefined) return `the conversation was changed: ${changed}`;
  const open = new Set(from.pending);
  const settlements = calls.flatMap(({ number, theirs }): [number, Settlement][] =>
    open.has(number) ? [[number, settlementOf(theirs?.result)]] : [],
  );
  return { from, settlements: new Map(settlements) };
}

const NOT_PROVIDED = {
  ...raising('RuntimeError', 'The client did not provide the result of this call.'),
  isRefused: true,
};

function settlementOf(result: ToolMessage | undefined): Settlement {
  if (result === undefined) return NOT_PROVIDED;
  const text = textOf(result.content);
  return result.isError === true ? raising('RuntimeError', text) : { status: 'ok', json: jsonOfText(text) };
}

/** Describes a result that the program has used and that is now another one; undefined if there is none. */
function changedResult(calls: readonly ProgramCall[], { journal }: ProgramState): string | undefined {
  const used = new Map<number, Settlement>();
  for (const entry of journal) if (entry.kind === 'settled') used.set(entry.call, entry.settlement);
  const changed = calls.find(({ number, theirs }) => {
    const before = used.get(number);
    if (theirs?.result === undefined || before === undefined || isRefused(before)) return false;
    return !isSame(before, settlementOf(theirs.result));
  });
  return changed && `the program has already used another result of ${changed.meant.name}`;
}

function isRefused(settlement: Settlement): boolean {
  return settlement.status === 'error' && settlement.isRefused === true;
}

/** Compares two results. Clients change the white space around a text and in JSON. */
function isSame(one: Settlement, other: Settlement): boolean {
  if (one.status !== other.status) return false;
  return textIn(one) === textIn(other) || (isValue(one) && isValue(other) && isSameJson(one.json, other.json));
}

/** True for a result that is JSON and no text. */
function isValue(settlement: Settlement): settlement is Extract<Settlement, { status: 'ok' }> {
  return settlement.status === 'ok' && !settlement.json.startsWith('"');
}

/** Returns the text that the client sent for a result, without white space around it. */
function textIn(settlement: Settlement): string {
  if (settlement.status === 'error') return settlement.message.trim();
  const { json } = settlement;
  return (json.startsWith('"') ? String(JSON.parse(json)) : json).trim();
}
