import type { Ask, Event, Plan, ToolChoice, TurnFailure } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import { arrange, type Item } from './arrangement.ts';
import { runCalls } from './calls.ts';
import { rejoin } from './continuation.ts';
import type { TurnGround } from './ground.ts';
import { guard } from './guards.ts';
import { Memory } from './memory.ts';
import { withContext } from './prompt.ts';
import { type StepCall, StepReading } from './step.ts';
import { Tally } from './tally.ts';
import { writeTranscript } from './transcript.ts';
import { judge } from './verdict.ts';

/** A turn that has been planned. */
export interface PlannedTurn {
  readonly id: string;
  readonly ask: Ask;
  readonly model: ResolvedModel;
  readonly plan: Plan;
  /** For the first step only: a forced choice would trap the model in its tools. */
  readonly choice: ToolChoice;
}

/** Model ⇄ tools, until there is an answer or calls that are the client's. Ends with exactly one `finish`. */
export async function* runLoop(
  turn: PlannedTurn,
  ground: TurnGround,
  signal: AbortSignal,
): AsyncGenerator<readonly Event[], void, undefined> {
  const { ask, plan, model } = turn;
  const { limits } = ground;
  const { items, prefix } = await rejoin(arrange(ask.messages), ask.key, ground);
  const memory = new Memory(ask.key, prefix, ground);
  const resumed = memory.resume();
  const transcript: Item[] = [...items, ...resumed];
  const tally = new Tally();
  let isSecondTry = false;
  if (memory.text !== '') yield [{ type: 'text', text: memory.text }];

  for (let step = 1 + resumed.length; ; step++) {
    const guarded = guard(writeTranscript(transcript, model.backend.describe().demands), limits.repeatedCalls);
    const isLastStep = step >= limits.steps;
    const choice = choose(turn.choice, step, guarded.isStuck || (isLastStep && step > 1));
    const isMuted = choice.kind === 'none';
    const reading = new StepReading(plan, memory.text, isMuted);
    const request = {
      model: model.model,
      messages: withContext(guarded.messages, ask.context),
      tools: plan.visible,
      choice,
      ...(ask.parallel === undefined ? {} : { parallel: ask.parallel }),
      isStreamed: ask.isStreamed,
      extra: ask.extra,
    };
    for await (const batch of model.backend.stream(request, signal)) {
      const shown = reading.push(batch);
      if (shown.length > 0) yield shown;
    }
    tally.add(reading.finish.usage);

    const isAfterOutcome = transcript.at(-1)?.kind === 'exchange';
    const verdict = judge(reading, { model: model.id, isMuted, isAfterOutcome, isSecondTry, isLastStep });
    switch (verdict.kind) {
      case 'fail':
        if (verdict.failure.kind !== 'stuck') memory.breakOff();
        yield [failed(signal.aborted ? abortedBy(signal) : verdict.failure, tally)];
        return;
      case 'ask-again':
        isSecondTry = true;
        continue;
      case 'finish':
        if (verdict.notice !== undefined) yield [{ type: 'notice', message: verdict.notice }];
        await memory.finish(reading.text);
        yield [{ type: 'finish', reason: verdict.reason, ...usageOf(tally) }];
        return;
      case 'run': {
        const { ours, theirs } = verdict;
        if (ground.tellsProgress && ours.length > 0) yield [progress(ours)];
        const outcomes = await runCalls(ours, plan, ground.executor, signal);
        if (outcomes.length > 0) yield outcomes.map((outcome) => ({ type: 'outcome', outcome }));
        if (signal.aborted) {
          memory.breakOff();
          yield [failed(abortedBy(signal), tally)];
          return;
        }
        transcript.push(memory.add(reading.text, reading.calls, outcomes));
        if (theirs.length === 0) break;
        await memory.handOver();
        yield [{ type: 'finish', reason: 'calls', ...usageOf(tally) }];
        return;
      }
      default:
        return verdict satisfies never;
    }
  }
}

function choose(asked: ToolChoice, step: number, isOver: boolean): ToolChoice {
  if (isOver || asked.kind === 'none') return { kind: 'none' };
  return step === 1 ? asked : { kind: 'auto' };
}

/** Why the turn was stopped from outside. */
function abortedBy({ reason }: AbortSignal): TurnFailure {
  if (reason instanceof TurnTimeout) return { kind: 'turn-timeout', limitMs: reason.limitMs };
  return { kind: 'turn-cancelled', reason: reason instanceof Error ? reason.message : 'the client gave up' };
}

export class TurnTimeout extends Error {
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the turn took longer than ${limitMs} ms`);
    this.limitMs = limitMs;
  }
}

function failed(failure: TurnFailure, tally: Tally): Event {
  return { type: 'finish', reason: 'failed', failure, ...usageOf(tally) };
}

function usageOf({ usage }: Tally) {
  return usage === undefined ? {} : { usage };
}

function progress(ours: readonly StepCall[]): Event {
  return { type: 'reasoning', text: `\nRunning ${ours.map(({ call }) => call.name).join(', ')} …\n` };
}
