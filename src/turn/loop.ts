import { type ContinuedCall, type Event, mayHaveStarted, type Outcome, type TurnFailure } from '../core/index.ts';
import { runCalls } from './calls.ts';
import { fallBack } from './fallback.ts';
import { readIn } from './history/conversation.ts';
import { isUnfinishedGatewayCall } from './history/memory.ts';
import { addExchange } from './history/programs.ts';
import { hideMedia, settleMedia } from './media-refusal.ts';
import { withNearestModels } from './nearest-models.ts';
import { continuePrograms } from './programs/continue.ts';
import type { Ran } from './ran.ts';
import { readCall, type StepCall } from './reading/dispatch.ts';
import { abortedBy, type Batches, type TurnRun } from './run.ts';
import { askModel, compareSize, observeStep, type Step } from './step.ts';
import { judge, type Verdict } from './verdict.ts';

/**
 * Alternates between the model and the gateway's tools until there is an answer, or calls to hand over to the client.
 * Ends with exactly one `finish` event; never throws.
 */
export async function* runLoop(run: TurnRun): Batches {
  try {
    run.begin();
    if (run.isInterrupted) yield* resume(run);
    else yield* resumePrograms(run);
    while (!run.isFinished) {
      const step = await askModel(run);
      if (step.notice !== undefined) yield [step.notice];
      for await (const batch of step.answer) {
        const shown = run.opening.push(step.reading.push(step.format.push(batch)));
        if (shown.length > 0) yield shown;
        if (step.format.hasInvented) break; // this also closes the connection to the server
      }
      yield* conclude(run, step);
    }
  } catch (bug) {
    run.context.log.error({ err: bug, turn: run.id }, 'A bug in the gateway ended a turn.');
    run.memory.breakOff(run.reading?.shownText ?? '');
    yield run.fail({ kind: 'bug' });
  } finally {
    run.end();
  }
}

/** Resumes what the same request had done before it was interrupted, and runs the calls that had no outcome yet. */
async function* resume(run: TurnRun): Batches {
  const { memory, tools, transcript, signal } = run;
  const { exchanges, open } = memory.resume();
  for (const exchange of exchanges) addExchange(transcript, exchange);
  tools.readAgain(new Set([...readIn(exchanges), ...(open?.calls ?? []).flatMap(({ read = [] }) => read)]));
  if (open !== undefined) {
    const unfinished = open.calls.filter(isUnfinishedGatewayCall);
    const ours = unfinished.map(({ call, cancelled }) => ({ ...readCall(call, run.plan, run.allowed), cancelled }));
    addExchange(transcript, memory.close(open, await runOurs(ours, run)));
  }
  run.step += exchanges.length + (open === undefined ? 0 : 1);
  if (memory.text !== '') {
    run.opening.open();
    yield [{ type: 'text', text: memory.text }];
  }
  const handed = open === undefined ? [] : callsOfClient(memory.clientCalls);
  if (signal.aborted) {
    memory.breakOff('');
    yield run.fail(abortedBy(signal));
    return;
  }
  if (handed.length === 0) return;
  yield handed;
  await memory.handOver();
  yield run.finish('calls');
}

/** Continues the programs that waited for the results which the client sends now. */
async function* resumePrograms(run: TurnRun): Batches {
  const continued = await continuePrograms(run);
  if (continued === undefined) return;
  const { exchange, ran } = continued;
  addExchange(run.transcript, exchange);
  yield* concludeRan(run, ran, []);
  run.step++; // counts the step in which the model started the program, although that was in an earlier request
}

/** Ends the turn or prepares its next step, depending on the model's answer. */
async function* conclude(run: TurnRun, step: Step): Batches {
  run.count(step.reading);
  compareSize(run, step);
  observeStep(run, step);
  const verdict = judge(step.reading, situationOf(run, step));
  if (verdict.kind !== 'fail') settleMedia(run);
  switch (verdict.kind) {
    case 'fail':
      if (hideMedia(run, step, verdict.failure)) return;
      if (!(await fallBack(run, verdict.failure)))
        yield breakOff(run, step, await withNearestModels(verdict.failure, run.model, run.context.backends));
      return;
    case 'ask-again':
      run.opening.forget();
      run.tries++;
      if (verdict.hint !== undefined) run.retry = { text: step.reading.shownText, hint: verdict.hint };
      return;
    case 'ask-without-tools':
      run.opening.forget();
      run.isWithoutTools = true;
      return;
    case 'finish': {
      const closing = verdict.closing === undefined ? [] : closeAnswer(run, step, verdict.closing);
      const held = [...run.opening.release(), ...closing, ...step.reading.releaseText()];
      if (held.length > 0) yield held;
      if (verdict.notice !== undefined) yield [{ type: 'notice', message: verdict.notice }];
      await run.memory.finish(step.reading);
      yield run.finish(verdict.reason, step.reading.finish);
      return;
    }
    case 'run':
      yield* runTools(run, step, verdict);
      return;
    default:
      return verdict satisfies never;
  }
}

function situationOf(run: TurnRun, { mutedBy, isLastStep, format }: Step) {
  const { model, transcript, tries, retry, isWithoutTools, context, ask } = run;
  return {
    model: model.id,
    mutedBy,
    isWithoutTools,
    isLastStep,
    limits: context.limits,
    mostSteps: ask.steps,
    isAfterOutcome: transcript.at(-1)?.kind === 'exchange',
    isSecondTry: tries > 1,
    isAfterCut: retry !== undefined,
    hasLeftOut: format.hasLeftOut,
    hasInvented: format.hasInvented,
  };
}

/** Ends the answer with a sentence of the gateway, because the model twice wrote the result of a tool itself. */
function closeAnswer({ id, model, context }: TurnRun, { reading }: Step, sentence: string): readonly Event[] {
  context.log.warn(
    { turn: id, model: model.id },
    'The model wrote the result of a tool itself and did not correct its answer, so the turn ended. Try another model.',
  );
  return reading.close(sentence);
}

function breakOff(run: TurnRun, { reading }: Step, failure: TurnFailure): readonly Event[] {
  if (failure.kind === 'stuck') run.memory.giveUp();
  else run.memory.breakOff(reading.shownText);
  return run.fail(failure);
}

/** Runs the gateway's calls. Ends the turn if there are also client calls to hand over; otherwise prepares the next step. */
async function* runTools(run: TurnRun, step: Step, { ours, theirs }: Extract<Verdict, { kind: 'run' }>): Batches {
  const { memory } = run;
  const held = run.opening.release();
  if (held.length > 0) yield held;
  if (run.context.policy.tellsProgress) yield progress(ours);
  const ran = await runOurs(ours, run);
  run.transcript.push(memory.add(step.reading, ran));
  run.reading = undefined;
  yield* concludeRan(run, ran, theirs);
  if (run.isFinished) return;
  run.nextStep();
}

/** Reports outcomes. Ends the turn if there are calls for the client: `theirs`, or calls of programs that wait for it. */
async function* concludeRan(run: TurnRun, ran: readonly Ran[], theirs: readonly StepCall[]): Batches {
  const { memory, signal } = run;
  const settled = ran.filter(({ waiting }) => waiting === undefined);
  if (settled.length > 0) yield settled.map(({ outcome }) => ({ type: 'outcome', outcome }));
  if (signal.aborted) {
    memory.breakOff('');
    yield run.fail(abortedBy(signal));
    return;
  }
  const handed = callsOfClient(memory.programCalls);
  if (handed.length > 0) yield handed;
  if (handed.length === 0 && theirs.length === 0) return;
  await memory.handOver();
  yield run.finish('calls');
}

/** Runs the gateway's calls, and remembers whether a tool was started. */
async function runOurs(ours: readonly StepCall[], run: TurnRun): Promise<readonly Ran[]> {
  const { memory } = run;
  const hadRun = memory.hasRunTools;
  memory.hasRunTools = true; // until the outcomes show whether a tool was started
  const ran = await runCalls(ours, run);
  memory.hasRunTools = hadRun || ran.some(({ outcome }, place) => isRunnable(ours[place]) && hasRun(outcome));
  return ran;
}

/** False for a call that the turn itself refuses. */
function isRunnable(call: StepCall | undefined): boolean {
  return call?.isUnknown === false && call.failure === undefined;
}

/** True if the tool was started, so that repeating the request might repeat its effects. */
function hasRun(outcome: Outcome): boolean {
  return outcome.status === 'ok' || mayHaveStarted(outcome.failure);
}

/** Returns the events that hand calls over to the client. */
function callsOfClient(calls: readonly ContinuedCall[]): readonly Event[] {
  return calls.flatMap(({ call, meant = call, clientId: id }): Event[] => {
    if (id === undefined) return [];
    const { name } = meant;
    const args: Event = { type: 'call-args', id, text: String(meant.arguments) };
    const whole: Event = { type: 'call', call: { ...meant, id }, owner: 'client' };
    return [{ type: 'call-start', id, name, owner: 'client' }, args, whole];
  });
}

function progress(ours: readonly StepCall[]): readonly Event[] {
  const names = ours.flatMap(({ meant, isUnknown }) => (isUnknown ? [] : [meant.name]));
  return names.length === 0
    ? []
    : [{ type: 'reasoning', text: `\nRunning ${names.slice(0, MOST_NAMES).join(', ')} …\n` }];
}

const MOST_NAMES = 8;
