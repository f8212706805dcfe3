import type { Socket } from 'node:net';

/** Counts the running requests of each connection, so that draining closes a connection as soon as its answers are sent. */
export class Connections {
  readonly #running = new WeakMap<Socket, number>();
  isDraining = false;

  begin(socket: Socket): void {
    this.#running.set(socket, (this.#running.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#running.get(socket) ?? 1) - 1;
    this.#running.set(socket, left);
    // Node's `closeIdleConnections` would truncate an answer that is still being sent.
    if (this.isDraining && left === 0) socket.end();
  }
}
