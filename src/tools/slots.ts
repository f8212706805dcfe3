import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallFailure, Limits, Tool, ToolLimits } from '../core/index.ts';
import { Gate } from './gate.ts';
import { serverOf, serverSetting, settingFor, toolName } from './traits.ts';

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
  readonly tool: string;
  readonly server: string | undefined;
  readonly parent: Scope | undefined;
  /** Until it has settled: what it left running is nobody's child. */
  isOpen: boolean;
  /** Bounds the calls that this call makes. */
  children: Gate | undefined;
}

/**
 * How many calls run at once: of one tool, of one server, and in all. A call made by a running tool does not wait for a
 * place in all: its parent holds one and waits for it, and that would be a deadlock. It is bounded by its parent's own
 * gate and by depth, and it passes the gate of a tool, and of a server, that its parents hold already.
 */
export class Slots {
  readonly #limits: Limits;
  readonly #servers: Readonly<Record<string, ToolLimits>>;
  readonly #all: Gate;
  readonly #byTool = new Map<string, Gate>();
  readonly #byServer = new Map<string, Gate>();
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(limits: Limits, servers: Readonly<Record<string, ToolLimits>> = {}) {
    this.#limits = limits;
    this.#servers = servers;
    this.#all = this.#newGate(limits.callsAtOnce);
  }

  async enter(tool: Tool, limitMs: number, signal: AbortSignal | undefined): Promise<Place | CallFailure> {
    const name = toolName(tool);
    const parent = nearestOpen(this.#scopes.getStore());
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > this.#limits.nestedCalls)
      return { kind: 'nested-too-deep', tool: name, limit: this.#limits.nestedCalls };

    const entered: Gate[] = [];
    const leave = (): void => {
      for (const gate of entered) gate.leave();
    };
    const wait: Wait = { tool: name, limitMs, leftMs: limitMs, signal };
    for (const { gateOf, server } of this.#waysFor(tool, name, parent)) {
      const gate = gateOf();
      const failure = gate.tryEnter() ? undefined : await waitAt(gate, server, wait);
      if (failure !== undefined) {
        leave();
        return failure;
      }
      entered.push(gate);
    }
    const scope: Scope = { depth, tool: name, server: serverOf(tool), parent, isOpen: true, children: undefined };
    return {
      kind: 'entered',
      inside: (work) => this.#scopes.run(scope, work),
      leave: () => {
        scope.isOpen = false;
        leave();
      },
    };
  }

  /** The narrowest gate first: who waits for a busy tool or server must not hold a place that others could use. */
  #waysFor(tool: Tool, name: string, parent: Scope | undefined): readonly Way[] {
    const ways: Way[] = [];
    if (!isHeld(parent, (scope) => scope.tool === name)) {
      const limit = settingFor(this.#limits.tools, tool)?.callsAtOnce ?? this.#limits.callsPerTool;
      ways.push({ gateOf: () => this.#named(this.#byTool, name, limit) });
    }
    const server = serverOf(tool);
    if (server !== undefined && !isHeld(parent, (scope) => scope.server === server)) {
      const limit = serverSetting(this.#servers, tool)?.callsAtOnce ?? this.#limits.callsPerServer;
      ways.push({ gateOf: () => this.#named(this.#byServer, server, limit), server });
    }
    ways.push({ gateOf: () => (parent === undefined ? this.#all : this.#childrenOf(parent)) });
    return ways;
  }

  #childrenOf(scope: Scope): Gate {
    scope.children ??= this.#newGate(this.#limits.callsAtOnce);
    return scope.children;
  }

  /** A gate that nobody is inside of is forgotten: tools and servers come and go. */
  #named(gates: Map<string, Gate>, name: string, limit: number): Gate {
    const gate = gates.get(name) ?? this.#newGate(limit, () => gates.delete(name));
    gates.set(name, gate);
    return gate;
  }

  #newGate(limit: number, onIdle?: () => void): Gate {
    return new Gate(limit, this.#limits.callsQueued, onIdle);
  }
}

/** A gate that a call must pass, found when it gets there: while it waited at another, this one may have been forgotten. */
interface Way {
  readonly gateOf: () => Gate;
  readonly server?: string;
}

/** One call's patience, which all of its gates share. */
interface Wait {
  readonly tool: string;
  readonly limitMs: number;
  leftMs: number;
  readonly signal: AbortSignal | undefined;
}

async function waitAt(gate: Gate, server: string | undefined, wait: Wait): Promise<CallFailure | undefined> {
  const { tool, limitMs, signal } = wait;
  const [of, at] = server === undefined ? ['', ''] : [` of server ${server}`, ` at server ${server}`];
  if (gate.isQueueFull) return { kind: 'overloaded', tool, reason: `too many calls${of} are waiting already` };
  const startedAt = performance.now();
  const entry = await gate.enter(wait.leftMs, signal);
  wait.leftMs = Math.max(0, wait.leftMs - (performance.now() - startedAt));
  switch (entry) {
    case 'entered':
      return undefined;
    case 'timed-out':
      return { kind: 'overloaded', tool, reason: `no place${at} became free within ${limitMs} ms` };
    case 'cancelled':
      return { kind: 'cancelled', tool, reason: 'the caller cancelled it while it was waiting for its turn' };
    default:
      return entry satisfies never;
  }
}

function isHeld(scope: Scope | undefined, isIt: (scope: Scope) => boolean): boolean {
  for (let at = scope; at !== undefined; at = at.parent) if (isIt(at)) return true;
  return false;
}

function nearestOpen(scope: Scope | undefined): Scope | undefined {
  let at = scope;
  while (at !== undefined && !at.isOpen) at = at.parent;
  return at;
}
