import type { PendingCall } from './program.ts';

/** Who runs a call. */
export type Owner = 'gateway' | 'client';

/** The calls of a program that are not settled. */
export class OpenCalls {
  readonly #calls: Readonly<Record<Owner, Map<number, PendingCall>>> = { gateway: new Map(), client: new Map() };

  open({ call, path, args, named }: PendingCall, owner: Owner): void {
    this.#calls[owner].set(call, { call, path, args, named });
  }

  /** Returns false if the call is not open. */
  close(call: number): boolean {
    return this.#calls.gateway.delete(call) || this.#calls.client.delete(call);
  }

  has(owner: Owner): boolean {
    return this.#calls[owner].size > 0;
  }

  of(owner: Owner): readonly PendingCall[] {
    return [...this.#calls[owner].values()];
  }
}
