import { type Ask, newCallId, type TurnFailure } from '../core/index.ts';
import { asksForGateway, defaultFormats, FormatChoices } from '../select/index.ts';
import { type Explained, explainPlanned } from './explain.ts';
import { openConversation } from './history/conversation.ts';
import { Interrupted } from './history/interrupted.ts';
import { runLoop } from './loop.ts';
import { type ModelPlan, planFor, type TurnRequest, wishOf } from './planning.ts';
import { RefusedMedia } from './prompt/refused-media.ts';
import { TokenCalibrations } from './prompt/token-calibrations.ts';
import { type TurnRecord, TurnRecords } from './records.ts';
import { type Turn, TurnRun } from './run.ts';
import type { ToolCatalogue, TurnContext, TurnPolicy, TurnServices } from './services.ts';
import { logTurns } from './turn-log.ts';
import { TurnSlot } from './turn-slot.ts';

export type Started = { readonly ok: true; readonly turn: Turn } | Refused;

export type TakenSlot = { readonly ok: true; readonly slot: TurnSlot } | Refused;

type Refused = { readonly ok: false; readonly failure: TurnFailure };

/** Creates the turns of one gateway. The gateway, the library's clients, tests and benchmarks all use this function. */
export function createTurns(services: TurnServices, policy: Partial<TurnPolicy>, catalogue: ToolCatalogue): Turns {
  const { limits, log, observer } = services;
  const whole = { ...defaultPolicy, ...policy };
  const records = new TurnRecords(limits);
  records.follow(observer);
  logTurns(observer, log);
  return new Turns({
    ...services,
    policy: whole,
    catalogue,
    records,
    interrupted: new Interrupted(limits),
    calibrations: new TokenCalibrations(log),
    refusedMedia: new RefusedMedia(),
    formatChoices: new FormatChoices(whole.formats, whole.python),
    running: { turns: 0 },
    logged: { choices: new Map(), toolless: new Set(), clashes: new Set(), medialess: new Set() },
  });
}

const defaultPolicy: TurnPolicy = {
  isMixed: () => false,
  absentMeans: () => 'gateway',
  formats: defaultFormats,
  tellsProgress: false,
  shedsTools: true,
};

/** The turns of one gateway. */
export class Turns {
  readonly #context: TurnContext;

  constructor(context: TurnContext) {
    this.#context = context;
  }

  /**
   * Plans a turn: chooses the model and the tools. Waits for a limited time for the tools of servers that are still
   * connecting. The turn's timeout starts here. Aborting `abort` stops the planning and the turn; the timeout aborts it as well.
   * Never rejects.
   */
  async start(ask: Ask, abort: AbortController): Promise<Started> {
    const taken = this.takeSlot(abort);
    if (!taken.ok) return taken;
    const { log } = this.#context;
    const { slot: place } = taken;
    const planned = await this.#plan(ask, abort.signal).catch((bug: unknown): Refused => {
      log.error({ err: bug }, 'A bug in the gateway ended a turn.');
      return { ok: false, failure: { kind: 'bug' } };
    });
    if (planned.ok) {
      const { request, planned: model } = planned;
      return { ok: true, turn: new TurnRun(request, model, { abort, place }, this.#context, runLoop) };
    }
    place.leave();
    return planned;
  }

  /** Takes a slot under the limit of concurrent turns, for other work that a backend does. The caller must release it. */
  takeSlot(abort: AbortController): TakenSlot {
    const { limits, running } = this.#context;
    if (running.turns < limits.turnsAtOnce) return { ok: true, slot: new TurnSlot(limits, running, abort) };
    return { ok: false, failure: { kind: 'too-many-turns', limit: limits.turnsAtOnce } };
  }

  /** Returns what a turn would do, and why. Stores nothing and asks no model. */
  async explain(ask: Ask, signal: AbortSignal = new AbortController().signal): Promise<Explained> {
    const planned = await this.#plan(ask, signal);
    return planned.ok ? explainPlanned(planned.request, planned.planned, this.#context) : planned;
  }

  /** Returns the record of a recent turn, if this key requested that turn. */
  record(key: string, id: string): TurnRecord | undefined {
    return this.#context.records.find(key, id);
  }

  async #plan(ask: Ask, signal: AbortSignal): Promise<PlannedRequest> {
    const { backends, catalogue } = this.#context;
    const model = await backends.find(ask.model, signal);
    if (!model.ok) return model;
    if (asksForGateway(wishOf(ask, model, this.#context))) await catalogue.awaitTools?.(signal);
    const conversation = await openConversation(ask, this.#context);
    const request = { id: newCallId(), ask, conversation };
    const planned = await planFor(model, request, this.#context);
    return planned.ok ? { ...planned, request } : planned;
  }
}

type PlannedRequest = { readonly ok: true; readonly request: TurnRequest; readonly planned: ModelPlan } | Refused;
