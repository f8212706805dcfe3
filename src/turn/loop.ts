import type {
  Ask,
  ContinuationStep,
  ContinuedCall,
  Event,
  FinishEvent,
  FinishReason,
  Plan,
  ToolChoice,
  TurnFailure,
} from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import type { Wish } from '../select/index.ts';
import type { Listing } from '../tools/index.ts';
import { runCalls } from './calls.ts';
import type { Discovery } from './discovery/discovery.ts';
import { prepare } from './discovery/prepare.ts';
import { fallBack } from './fallback.ts';
import type { TurnGround } from './ground.ts';
import type { Item } from './history/arrangement.ts';
import { openConversation, readIn } from './history/conversation.ts';
import { isOurOpen, Memory } from './history/memory.ts';
import { draftStep } from './prompt/draft.ts';
import { type Fitted, fit } from './prompt/fit.ts';
import { hasMedia, tokensOfMessages, tokensOfTools } from './prompt/size.ts';
import { readCall, type StepCall } from './reading/dispatch.ts';
import { FormatReading } from './reading/format-reading.ts';
import { Opening } from './reading/opening.ts';
import { StepReading } from './reading/step.ts';
import { Tally } from './tally.ts';
import { judge } from './verdict.ts';
import { TurnTimeout, type Watch } from './watch.ts';

/** A turn that has been planned. */
export interface PlannedTurn {
  readonly id: string;
  readonly ask: Ask;
  readonly model: ResolvedModel;
  readonly plan: Plan;
  /** What the plan was made of. */
  readonly wish: Wish;
  readonly gateway: readonly Listing[];
  readonly hasUnknownTools: boolean;
  /** The tool that the request's choice names. */
  readonly named?: string | undefined;
  /** What its model knows of the gateway's tools; undefined where the request wants none of them, or nobody decides which are told. */
  readonly discovery?: Discovery;
  /** For the first step only: a forced choice would trap the model in its tools. */
  readonly choice: ToolChoice;
  /** The same for the next model of a chain. */
  next?(): PlannedTurn | undefined;
}

export type Planned =
  | { readonly ok: true; readonly turn: PlannedTurn }
  | { readonly ok: false; readonly failure: TurnFailure };

type Batches = AsyncGenerator<readonly Event[], void, undefined>;

/** Model ⇄ tools, until there is an answer or calls that are the client's. Ends with exactly one `finish`; never throws. */
export async function* runLoop(turn: PlannedTurn, ground: TurnGround, signal: AbortSignal, watch: Watch): Batches {
  const { ask } = turn;
  const tally = new Tally();
  const end = (reason: FinishReason, said?: FinishEvent) =>
    watch.finish({ ...(said?.reason === reason && said), type: 'finish', reason, ...usageOf(tally) });
  const fail = (given: TurnFailure) => {
    const failure = signal.aborted ? abortedBy(signal) : given;
    return watch.finish({ type: 'finish', reason: 'failed', failure, ...usageOf(tally) });
  };
  let memory: Memory | undefined;
  let reading: StepReading | undefined;
  try {
    const refusal = watch.begin();
    if (refusal !== undefined) {
      yield fail(refusal);
      return;
    }
    const conversation = await openConversation(ask, ground);
    const { items, prefix } = conversation;
    const planned = await prepare(turn, conversation, ground);
    if (!planned.ok) {
      yield fail(planned.failure);
      return;
    }
    memory = new Memory(ask, prefix, ground);
    adopt(planned.turn, watch, memory, ground);
    const { exchanges, theirs: handed, turn: resumed } = await pickUp(memory, watch.turn, ground, signal);
    watch.turn = resumed;
    const transcript: Item[] = [...items, ...exchanges];
    if (memory.text !== '') yield [{ type: 'text', text: memory.text }];
    if (handed.length > 0 && !signal.aborted) {
      yield handed;
      await memory.handOver();
      yield end('calls');
      return;
    }

    const opening = new Opening(memory.text === '');
    for (let step = 1 + transcript.length - items.length, tries = 1; ; ) {
      const { model } = watch.turn;
      const draft = draftStep(watch.turn, transcript, step, ground);
      const { isMuted, isLastStep } = draft;
      const fitted = await fit(draft, watch.turn, ground);
      const { plan } = fitted;
      if (fitted.roomTokens !== undefined) watch.turn.discovery?.leaveRoom(fitted.roomTokens);
      if (fitted.omittedTools.size > 0) yield* omit(watch, fitted, ground);
      reading = new StepReading(plan, memory.text, isMuted);
      const { messages } = draft.request;
      const isSingle = ask.parallel === false;
      const format = new FormatReading({ plan, isMuted, isSingle, messages, log: ground.log, turn: turn.id });
      if (fitted.failure !== undefined) reading.fail(fitted.failure);
      else {
        for await (const batch of model.backend.stream(fitted.request, signal)) {
          const shown = opening.push(reading.push(format.push(batch)));
          if (shown.length > 0) yield shown;
        }
      }
      tally.add(reading.finish.usage);
      compare(fitted, reading, watch.turn, ground);

      const isAfterOutcome = transcript.at(-1)?.kind === 'exchange';
      const { hasLeftOut } = format;
      const isSecondTry = tries > 1;
      const verdict = judge(reading, { model: model.id, isMuted, isAfterOutcome, isSecondTry, isLastStep, hasLeftOut });
      switch (verdict.kind) {
        case 'fail': {
          const mayBeginAnew = opening.isSilent && !signal.aborted;
          const other = mayBeginAnew ? await fallBack(watch.turn, verdict.failure, conversation, ground) : undefined;
          if (other !== undefined) {
            adopt(other, watch, memory, ground);
            watch.turn = rereadBy(other, exchanges);
            tally.forget();
            opening.forget();
            tries = 1;
            continue;
          }
          if (verdict.failure.kind === 'stuck') memory.giveUp();
          else memory.breakOff(reading.text);
          yield fail(verdict.failure);
          return;
        }
        case 'ask-again':
          opening.forget();
          tries++;
          continue;
        case 'finish':
          yield* released(opening);
          if (verdict.notice !== undefined) yield [{ type: 'notice', message: verdict.notice }];
          await memory.finish(reading);
          yield end(verdict.reason, reading.finish);
          return;
        case 'run': {
          const { ours, theirs } = verdict;
          yield* released(opening);
          if (ground.tellsProgress) yield progress(ours);
          const ran = await runCalls(ours, { ...watch.turn, plan }, ground.executor, signal);
          transcript.push(memory.add(reading, ran));
          watch.turn = replanned(watch.turn);
          reading = undefined;
          if (ran.length > 0) yield ran.map(({ outcome }) => ({ type: 'outcome', outcome }));
          if (signal.aborted) {
            memory.breakOff('');
            yield fail(abortedBy(signal));
            return;
          }
          if (theirs.length > 0) {
            await memory.handOver();
            yield end('calls');
            return;
          }
          break;
        }
        default:
          return verdict satisfies never;
      }
      step++;
      tries = 1;
    }
  } catch (bug) {
    ground.log.error({ err: bug, turn: turn.id }, 'a bug of the gateway ended a turn');
    memory?.breakOff(reading?.text ?? '');
    yield fail({ kind: 'bug' });
  } finally {
    // Whoever leaves in the middle may come back, too.
    if (watch.isFinished) memory?.leave();
    else memory?.breakOff(reading?.text ?? '');
    watch.end();
  }
}

function* released(opening: Opening): Generator<readonly Event[], void, undefined> {
  const held = opening.release();
  if (held.length > 0) yield held;
}

/** Tools are left out for want of room: the turn goes on by another plan, and whoever looks can see it. */
function* omit(watch: Watch, fitted: Fitted, { log }: TurnGround): Generator<readonly Event[], void, undefined> {
  const { turn } = watch;
  const { plan, omitted, omittedTools } = fitted;
  turn.discovery?.omit(omittedTools, omitted.behind);
  watch.turn = { ...turn, plan: turn.discovery?.plan ?? plan };
  const fields = { turn: turn.id, model: turn.model.id, left: omittedTools.size, tools: plan.visible.length };
  log.warn(fields, "the prompt would not fit the model's window: tools that are far from the question are left out");
  const count = omittedTools.size === 1 ? '1 tool was' : `${omittedTools.size} tools were`;
  yield [{ type: 'notice', message: `${count} left out: the model's window has no room for them` }];
}

/** What the model says it has read tells how good our estimates are, and whether it was given all of it. */
function compare(fitted: Fitted, { finish }: StepReading, { id, model }: PlannedTurn, { gauges }: TurnGround): void {
  if (finish.failure !== undefined) return;
  const { request, letters, estimate, isChosen } = fitted;
  const gauge = gauges.of(model.id);
  if (isChosen === true) gauge.chosen = Math.max(gauge.chosen, request.contextTokens ?? 0);
  const read = finish.usage?.promptTokens;
  if (read === undefined || hasMedia(request.messages)) return;
  const estimated = () => estimate ?? tokensOfMessages(request.messages) + tokensOfTools(request.tools);
  gauge.compare(read, letters, estimated, id);
  if (estimate !== undefined) gauge.learn(read, estimate);
}

/** The turn goes on as this one, for its model: what that is told is remembered from now on. */
function adopt(turn: PlannedTurn, watch: Watch, memory: Memory, { store }: TurnGround): void {
  watch.turn = turn;
  memory.variant = turn.discovery?.variant;
  const told = turn.discovery?.toKeep;
  if (told !== undefined) store.disclose(told);
}

/** Its model knows what these outcomes told of, whoever asked for it. */
function rereadBy(turn: PlannedTurn, exchanges: readonly Item[], open: readonly ContinuedCall[] = []): PlannedTurn {
  turn.discovery?.readAgain(new Set([...readIn(exchanges), ...open.flatMap(({ read = [] }) => read)]));
  return replanned(turn);
}

/** What the model has found meanwhile it may call from now on. */
function replanned(turn: PlannedTurn): PlannedTurn {
  return turn.discovery === undefined ? turn : { ...turn, plan: turn.discovery.plan };
}

/** What the same request had done when it broke off. Calls that were cut off with it run now. */
async function pickUp(memory: Memory, planned: PlannedTurn, { executor }: TurnGround, signal: AbortSignal) {
  const { exchanges, open } = memory.resume();
  const turn = rereadBy(planned, exchanges, open?.calls);
  if (open === undefined) return { exchanges, theirs: [], turn };
  const ours = open.calls.filter(isOurOpen).map(({ call }) => readCall(call, turn.plan));
  const closed = memory.close(open, await runCalls(ours, turn, executor, signal));
  return { exchanges: [...exchanges, closed], theirs: callsOfClient(open), turn: replanned(turn) };
}

/** The client's calls of a step that was cut off before it was handed over. */
function callsOfClient({ calls }: ContinuationStep): readonly Event[] {
  return calls.flatMap(({ call, meant = call, clientId: id }): Event[] => {
    if (id === undefined) return [];
    const { name } = meant;
    const args: Event = { type: 'call-args', id, text: String(meant.arguments) };
    const whole: Event = { type: 'call', call: { ...meant, id }, owner: 'client' };
    return [{ type: 'call-start', id, name, owner: 'client' }, args, whole];
  });
}

/** Why the turn was stopped from outside. */
function abortedBy({ reason }: AbortSignal): TurnFailure {
  if (reason instanceof TurnTimeout) return { kind: 'turn-timeout', limitMs: reason.limitMs };
  return { kind: 'turn-cancelled', reason: reason instanceof Error ? reason.message : 'the client gave up' };
}

function usageOf({ usage }: Tally) {
  return usage === undefined ? {} : { usage };
}

function progress(ours: readonly StepCall[]): readonly Event[] {
  const names = ours.flatMap(({ meant, isUnknown }) => (isUnknown ? [] : [meant.name]));
  return names.length === 0
    ? []
    : [{ type: 'reasoning', text: `\nRunning ${names.slice(0, MOST_NAMES).join(', ')} …\n` }];
}

const MOST_NAMES = 8;
