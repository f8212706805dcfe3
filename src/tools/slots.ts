import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallFailure, Limits, Tool } from '../core/index.ts';
import { Gate } from './gate.ts';
import { settingFor, toolName } from './traits.ts';

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
  readonly parent: Scope | undefined;
  /** Until it has settled: what it left running is nobody's child. */
  isOpen: boolean;
  /** Bounds the calls that this call makes. */
  children: Gate | undefined;
}

/**
 * How many calls run at once: of one tool, and in all. A call made by a running tool does not wait for a place in
 * all: its parent holds one and waits for it, and that would be a deadlock. It is bounded by its parent's own gate and by
 * depth, and it passes the gate of a tool that its parents hold already.
 */
export class Slots {
  readonly #limits: Limits;
  readonly #all: Gate;
  readonly #byTool = new Map<string, Gate>();
  readonly #scopes = new AsyncLocalStorage<Scope>();

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#all = this.#newGate(limits.callsAtOnce);
  }

  async enter(tool: Tool, limitMs: number, signal: AbortSignal | undefined): Promise<Place | CallFailure> {
    const name = toolName(tool);
    const parent = nearestOpen(this.#scopes.getStore());
    const depth = (parent?.depth ?? 0) + 1;
    if (depth > this.#limits.nestedCalls)
      return { kind: 'nested-too-deep', tool: name, limit: this.#limits.nestedCalls };

    const entered: Gate[] = [];
    for (const gate of this.#gatesFor(tool, name, parent)) {
      const failure = gate.tryEnter() ? undefined : await waitAt(gate, name, limitMs, signal);
      if (failure !== undefined) {
        this.#leave(entered, name);
        return failure;
      }
      entered.push(gate);
    }
    const scope: Scope = { depth, tool: name, parent, isOpen: true, children: undefined };
    return {
      kind: 'entered',
      inside: (work) => this.#scopes.run(scope, work),
      leave: () => {
        scope.isOpen = false;
        this.#leave(entered, name);
      },
    };
  }

  #gatesFor(tool: Tool, name: string, parent: Scope | undefined): readonly Gate[] {
    const all = parent === undefined ? this.#all : this.#childrenOf(parent);
    if (isHeld(name, parent)) return [all];
    let own = this.#byTool.get(name);
    if (own === undefined) {
      own = this.#newGate(settingFor(this.#limits.tools, tool)?.callsAtOnce ?? this.#limits.callsPerTool);
      this.#byTool.set(name, own);
    }
    // The tool's own gate first: who waits for a busy tool must not hold a place that others could use.
    return [own, all];
  }

  #childrenOf(scope: Scope): Gate {
    scope.children ??= this.#newGate(this.#limits.callsAtOnce);
    return scope.children;
  }

  #leave(entered: readonly Gate[], name: string): void {
    for (const gate of entered) gate.leave();
    if (this.#byTool.get(name)?.isIdle) this.#byTool.delete(name);
  }

  #newGate(limit: number): Gate {
    return new Gate(limit, this.#limits.callsQueued);
  }
}

async function waitAt(
  gate: Gate,
  tool: string,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<CallFailure | undefined> {
  if (gate.isQueueFull) return { kind: 'overloaded', tool, reason: 'too many calls are waiting already' };
  const entry = await gate.enter(limitMs, signal);
  switch (entry) {
    case 'entered':
      return undefined;
    case 'timed-out':
      return { kind: 'overloaded', tool, reason: `no place became free within ${limitMs} ms` };
    case 'cancelled':
      return { kind: 'cancelled', tool, reason: 'the caller cancelled it while it was waiting for its turn' };
    default:
      return entry satisfies never;
  }
}

function isHeld(tool: string, scope: Scope | undefined): boolean {
  for (let at = scope; at !== undefined; at = at.parent) if (at.tool === tool) return true;
  return false;
}

function nearestOpen(scope: Scope | undefined): Scope | undefined {
  let at = scope;
  while (at !== undefined && !at.isOpen) at = at.parent;
  return at;
}
