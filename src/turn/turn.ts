import { type Ask, type Event, newCallId, type Plan, type TurnFailure } from '../core/index.ts';
import type { ResolvedModel } from '../models/index.ts';
import {
  asksForGateway,
  checkChoice,
  FormatChoices,
  NOTHING_DISCOVERED,
  planTools,
  type Wish,
} from '../select/index.ts';
import { type Explained, explainPlanned } from './explain.ts';
import type { Ground, TurnGround } from './ground.ts';
import { Interrupted } from './history/interrupted.ts';
import { type Planned, type PlannedTurn, runLoop } from './loop.ts';
import { Gauges } from './prompt/gauges.ts';
import { type TurnRecord, TurnRecords } from './records.ts';
import { type Running, Watch } from './watch.ts';

/** The handling of one Ask, up to the answer or the hand-over to the client. */
export interface Turn {
  readonly id: string;
  /** What the client called the model. */
  readonly asked: string;
  /** Whoever is being asked: until the first event it may become another. */
  readonly model: ResolvedModel;
  /** Its format is chosen when it runs. */
  readonly plan: Plan;
  /** In batches of what arrived together. Never throws; ends with exactly one `finish`. Nothing runs before it is pulled. */
  readonly events: AsyncIterable<readonly Event[]>;
}

export type Started =
  | { readonly ok: true; readonly turn: Turn }
  | { readonly ok: false; readonly failure: TurnFailure };

/** The turns of one house. */
export class Turns {
  readonly #ground: TurnGround;
  readonly #running: Running = { turns: 0 };
  readonly #loggedClashes = new Set<string>();

  constructor(ground: Ground) {
    this.#ground = {
      ...ground,
      records: new TurnRecords(ground.limits),
      interrupted: new Interrupted(ground.limits),
      gauges: new Gauges(ground.log),
      choices: new FormatChoices(ground.formats),
      loggedChoices: new Map(),
      loggedToolless: new Set(),
    };
  }

  /** Before a turn starts that may use the gateway's tools: waits for those that are still on their way, but not for long. */
  awaitTools(ask: Ask, signal: AbortSignal): Promise<void> | undefined {
    const model = this.#ground.backends.resolve(ask.model);
    return model.ok && asksForGateway(this.#wish(ask, model)) ? this.#ground.awaitTools?.(signal) : undefined;
  }

  /** Plans a turn: which model, which tools, and why. One signal stops all of it; its time limit aborts the same. */
  start(ask: Ask, abort: AbortController): Started {
    const ground = this.#ground;
    const model = ground.backends.resolve(ask.model);
    if (!model.ok) return model;
    const planned = this.#plan(newCallId(), ask, model);
    if (!planned.ok) return planned;
    const watch = new Watch(planned.turn, abort, this.#running, ground);
    return { ok: true, turn: new StartedTurn(watch, runLoop(planned.turn, ground, abort.signal, watch)) };
  }

  /** What a turn would do, and why. Nothing is kept, and no model is asked. */
  async explain(ask: Ask): Promise<Explained> {
    const model = this.#ground.backends.resolve(ask.model);
    if (!model.ok) return model;
    const planned = this.#plan(newCallId(), ask, model);
    return planned.ok ? explainPlanned(planned.turn, this.#ground) : planned;
  }

  /** What was decided in one of the last turns that this key asked for. */
  record(key: string, id: string): TurnRecord | undefined {
    return this.#ground.records.find(key, id);
  }

  #plan(id: string, ask: Ask, model: ResolvedModel): Planned {
    const { resolver } = this.#ground;
    const wish = this.#wish(ask, model);
    const gateway = this.#ground.listings();
    const hasUnknownTools = this.#ground.hasMoreTools?.() ?? false;
    const named = ask.choice.kind === 'named' ? ask.choice.name : undefined;
    const candidates = resolver?.candidates(gateway, hasUnknownTools);
    const plan =
      resolver === undefined || candidates === undefined
        ? planTools({ ...wish, gateway })
        : resolver.resolve({ ...wish, candidates, named, discovered: NOTHING_DISCOVERED });
    const choice = checkChoice(ask.choice, plan);
    if (!choice.ok) return choice;
    if (plan.isMixed) this.#logClashes(plan);
    const next = () => this.#planNext(id, ask, model.next);
    return {
      ok: true,
      turn: { id, ask, model, plan, wish, gateway, hasUnknownTools, named, choice: choice.choice, next },
    };
  }

  #wish(ask: Ask, { names }: ResolvedModel): Wish {
    return {
      requested: ask.tools,
      mixed: this.#ground.isMixed(ask.key, names),
      absent: this.#ground.absentMeans(names),
      isFollowUp: ask.messages.at(-1)?.role === 'tool',
    };
  }

  /** The next that can be planned: a choice of a tool may be none of one model's. */
  #planNext(id: string, ask: Ask, model: ResolvedModel | undefined): PlannedTurn | undefined {
    if (model === undefined) return undefined;
    const planned = this.#plan(id, ask, model);
    return planned.ok ? planned.turn : this.#planNext(id, ask, model.next);
  }

  /** A tool of the gateway that is not there because a client's has its name: said once for each. */
  #logClashes({ decisions }: Plan): void {
    for (const { tool, rule } of decisions) {
      if (rule !== 'client-name' || this.#loggedClashes.has(tool) || this.#loggedClashes.size >= MOST_LOGGED) continue;
      this.#loggedClashes.add(tool);
      this.#ground.log.warn({ tool }, "a client lists a tool of the same name: the gateway's own is left out for it");
    }
  }
}

const MOST_LOGGED = 1_000;

class StartedTurn implements Turn {
  readonly #watch: Watch;
  readonly events: Turn['events'];

  constructor(watch: Watch, events: Turn['events']) {
    this.#watch = watch;
    this.events = events;
  }

  get id(): string {
    return this.#watch.turn.id;
  }

  get asked(): string {
    return this.#watch.turn.ask.model;
  }

  get model(): ResolvedModel {
    return this.#watch.turn.model;
  }

  get plan(): Plan {
    return this.#watch.turn.plan;
  }
}
