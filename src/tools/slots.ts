import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallFailure, Limits, Tool, ToolLimits } from '../core/index.ts';
import { type CallGates, CallQueue, fullGate, type Wait, type WaitFailure } from './call-queue.ts';
import { Gate } from './gate.ts';
import { serverOf, serverSetting, settingFor, toolName } from './traits.ts';

/** The slots of a running call. The call must `leave` when it ends. */
export interface Place {
  readonly kind: 'entered';
  /** Runs the tool so that the calls it makes are recognised as nested calls. */
  inside<T>(work: () => T): T;
  leave(): void;
}

/** A running call as the parent of nested calls. */
interface Scope {
  readonly depth: number;
  readonly parent: Scope | undefined;
  /** The gates of the tool and the server in which the call holds a slot; empty once it has left. */
  gates: readonly Gate[];
  /** False once the call has settled: a call made later by work that it left running is not nested in it. */
  isOpen: boolean;
  /** Limits the calls that this call makes; created at the first one. */
  children: Gate | undefined;
  /** Number of waiting calls nested in this call, at any depth. */
  waiting: number;
}

/**
 * Limits how many calls run concurrently: of one tool, of one server, and in total. A call takes all its slots in one step
 * and holds none while it waits. If a call is blocked only by its widest limit, the next slot there is reserved for it, so
 * that later calls cannot take that slot again and again. Slots of tools and servers are never reserved.
 *
 * A call made by a running tool needs no slot of the total limit: its parent holds one and waits for the nested call, so
 * waiting for another would deadlock. Instead it is limited by its parent's own gate and by the nesting depth. It passes
 * the gate of a tool or server that one of its ancestors already holds, and any gate where every call inside waits for a
 * queued call of its own. So there is always a call that can run.
 */
export class Slots {
  readonly #limits: Limits;
  readonly #servers: Readonly<Record<string, ToolLimits>>;
  readonly #all: Gate;
  readonly #byTool = new Map<string, Gate>();
  readonly #byServer = new Map<string, Gate>();
  readonly #room: CallQueue;
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(limits: Limits, servers: Readonly<Record<string, ToolLimits>> = {}) {
    this.#limits = limits;
    this.#servers = servers;
    this.#all = new Gate(limits.callsAtOnce);
    this.#room = new CallQueue(limits.callsQueued);
  }

  async enter(tool: Tool, limitMs: number, signal: AbortSignal | undefined): Promise<Place | CallFailure> {
    const name = toolName(tool);
    const parent = nearestOpen(this.#scopes.getStore());
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > this.#limits.nestedCalls)
      return { kind: 'nested-too-deep', tool: name, limit: this.#limits.nestedCalls };

    const shared = this.#gatesOf(tool, name, parent);
    const widest = parent === undefined ? this.#all : this.#childrenOf(parent);
    const callGates: CallGates = { gates: [...shared, widest], isNested: parent !== undefined };
    if (fullGate(callGates) === undefined) {
      for (const gate of callGates.gates) gate.enter();
    } else {
      const wait = await this.#wait(callGates, parent, limitMs, signal);
      if (wait.kind !== 'entered') return failureOf(wait, name, limitMs);
    }
    const scope: Scope = { depth, parent, gates: shared, isOpen: true, children: undefined, waiting: 0 };
    return {
      kind: 'entered',
      inside: (work) => this.#scopes.run(scope, work),
      leave: () => this.#leave(scope, callGates),
    };
  }

  #wait(
    callGates: CallGates,
    parent: Scope | undefined,
    limitMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Wait> {
    countWaiting(parent, 1);
    return this.#room.wait(callGates, limitMs, signal, () => countWaiting(parent, -1));
  }

  #leave(scope: Scope, { gates }: CallGates): void {
    scope.isOpen = false;
    if (scope.waiting > 0) for (const gate of scope.gates) gate.stalled--;
    scope.gates = [];
    for (const gate of gates) gate.leave();
    this.#room.admit();
  }

  /** Returns a call's gates except for its widest one, the narrowest first, so that a refusal names the most specific one. */
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

/** Returns the gate with this name, creating it if needed. An unused gate is deleted, because tools and servers change. */
function named(gates: Map<string, Gate>, name: string, limit: number, server?: string): Gate {
  const known = gates.get(name);
  if (known !== undefined) return known;
  const gate = new Gate(limit, () => gates.delete(name), server);
  gates.set(name, gate);
  return gate;
}

function failureOf({ kind, at }: WaitFailure, tool: string, limitMs: number): CallFailure {
  const { server } = at ?? {};
  switch (kind) {
    case 'refused': {
      const of = server === undefined ? '' : ` to server "${server}"`;
      return { kind: 'overloaded', tool, reason: `too many calls${of} are already queued` };
    }
    case 'timed-out': {
      const where = server === undefined ? '' : ` for server "${server}"`;
      return { kind: 'overloaded', tool, reason: `no slot${where} became free within ${limitMs} ms` };
    }
    case 'cancelled':
      return { kind: 'cancelled', tool, reason: 'the caller cancelled the call while it was queued' };
    default:
      return kind satisfies never;
  }
}

/** Adds to the number of waiting calls nested in this call and in all its ancestors. */
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
