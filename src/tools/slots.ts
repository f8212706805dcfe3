import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallFailure, Limits, Tool, ToolLimits } from '../core/index.ts';
import { Gate } from './gate.ts';
import { serverOf, serverSetting, settingFor, toolName } from './traits.ts';
import { type Dismissal, fullGate, type Wait, WaitingRoom, type Way } from './waiting-room.ts';

/** A call's place among the running ones. */
export interface Place {
  readonly kind: 'entered';
  /** Runs the tool so that calls it makes in turn are known as its own. */
  inside<T>(work: () => T): T;
  leave(): void;
}

/** A running call, as the calls it makes see it. */
interface Scope {
  readonly depth: number;
  readonly parent: Scope | undefined;
  /** Of its tool and its server, where it holds a place; none once it has left. */
  gates: readonly Gate[];
  /** Until it has settled: what it left running is nobody's child. */
  isOpen: boolean;
  /** Bounds the calls that this call makes. */
  children: Gate | undefined;
  /** Calls that wait, of those that it made and those that they made. */
  waiting: number;
}

/**
 * How many calls run at once: of one tool, of one server, and in all. A call takes all of its places in one step, and holds
 * none while it waits. At most it is owed one in all, if only that was missing: so calls that came later
 * do not take that from it again and again. Between a tool's gate and its server's nothing is owed.
 *
 * A call made by a running tool does not wait for a place in all: its parent holds one and waits for it, and that would be a
 * deadlock. It is bounded by its parent's own gate and by depth. It passes the gate of a tool, and of a server, that its
 * parents hold already, and one where everybody inside waits for a waiting call of their own: so somebody always runs.
 */
export class Slots {
  readonly #limits: Limits;
  readonly #servers: Readonly<Record<string, ToolLimits>>;
  readonly #all: Gate;
  readonly #byTool = new Map<string, Gate>();
  readonly #byServer = new Map<string, Gate>();
  readonly #room: WaitingRoom;
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(limits: Limits, servers: Readonly<Record<string, ToolLimits>> = {}) {
    this.#limits = limits;
    this.#servers = servers;
    this.#all = new Gate(limits.callsAtOnce);
    this.#room = new WaitingRoom(limits.callsQueued);
  }

  async enter(tool: Tool, limitMs: number, signal: AbortSignal | undefined): Promise<Place | CallFailure> {
    const name = toolName(tool);
    const parent = nearestOpen(this.#scopes.getStore());
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > this.#limits.nestedCalls)
      return { kind: 'nested-too-deep', tool: name, limit: this.#limits.nestedCalls };

    const shared = this.#gatesOf(tool, name, parent);
    const widest = parent === undefined ? this.#all : this.#childrenOf(parent);
    const way: Way = { gates: [...shared, widest], isNested: parent !== undefined };
    if (fullGate(way) === undefined) {
      for (const gate of way.gates) gate.enter();
    } else {
      const wait = await this.#wait(way, parent, limitMs, signal);
      if (wait.kind !== 'entered') return failureOf(wait, name, limitMs);
    }
    const scope: Scope = { depth, parent, gates: shared, isOpen: true, children: undefined, waiting: 0 };
    return {
      kind: 'entered',
      inside: (work) => this.#scopes.run(scope, work),
      leave: () => this.#leave(scope, way),
    };
  }

  #wait(way: Way, parent: Scope | undefined, limitMs: number, signal: AbortSignal | undefined): Promise<Wait> {
    countWaiting(parent, 1);
    return this.#room.wait(way, limitMs, signal, () => countWaiting(parent, -1));
  }

  #leave(scope: Scope, { gates }: Way): void {
    scope.isOpen = false;
    if (scope.waiting > 0) for (const gate of scope.gates) gate.stalled--;
    scope.gates = [];
    for (const gate of gates) gate.leave();
    this.#room.admit();
  }

  /** The narrowest first: a refusal names the one that is meant. None of them is ever the widest gate of a call. */
  #gatesOf(tool: Tool, name: string, parent: Scope | undefined): readonly Gate[] {
    const perTool = settingFor(this.#limits.tools, tool)?.callsAtOnce ?? this.#limits.callsPerTool;
    const gates = [named(this.#byTool, name, perTool)];
    const server = serverOf(tool);
    if (server !== undefined) {
      const perServer = serverSetting(this.#servers, tool)?.callsAtOnce ?? this.#limits.callsPerServer;
      gates.push(named(this.#byServer, server, perServer, server));
    }
    return parent === undefined ? gates : gates.filter((gate) => !isHeld(parent, gate));
  }

  #childrenOf(scope: Scope): Gate {
    scope.children ??= new Gate(this.#limits.callsAtOnce);
    return scope.children;
  }
}

/** A gate that nobody needs is forgotten: tools and servers come and go. */
function named(gates: Map<string, Gate>, name: string, limit: number, server?: string): Gate {
  const known = gates.get(name);
  if (known !== undefined) return known;
  const gate = new Gate(limit, () => gates.delete(name), server);
  gates.set(name, gate);
  return gate;
}

function failureOf({ kind, at }: Dismissal, tool: string, limitMs: number): CallFailure {
  const { server } = at ?? {};
  switch (kind) {
    case 'refused': {
      const of = server === undefined ? '' : ` of server ${server}`;
      return { kind: 'overloaded', tool, reason: `too many calls${of} are waiting already` };
    }
    case 'timed-out': {
      const where = server === undefined ? '' : ` at server ${server}`;
      return { kind: 'overloaded', tool, reason: `no place${where} became free within ${limitMs} ms` };
    }
    case 'cancelled':
      return { kind: 'cancelled', tool, reason: 'the caller cancelled it while it was waiting for its turn' };
    default:
      return kind satisfies never;
  }
}

/** One more or one less waits below this call and all above it. */
function countWaiting(scope: Scope | undefined, by: 1 | -1): void {
  for (let at = scope; at !== undefined; at = at.parent) {
    const wasStalled = at.waiting > 0;
    at.waiting += by;
    if (wasStalled !== at.waiting > 0) for (const gate of at.gates) gate.stalled += by;
  }
}

function isHeld(scope: Scope, gate: Gate): boolean {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) if (at.gates.includes(gate)) return true;
  return false;
}

function nearestOpen(scope: Scope | undefined): Scope | undefined {
  let at = scope;
  while (at !== undefined && !at.isOpen) at = at.parent;
  return at;
}
