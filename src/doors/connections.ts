import type { Socket } from 'node:net';

/** Which connections are busy, so that a server that stops closes each as soon as its answers are written. */
export class Connections {
  readonly #running = new WeakMap<Socket, number>();
  isDraining = false;

  begin(socket: Socket): void {
    this.#running.set(socket, (this.#running.get(socket) ?? 0) + 1);
  }

  end(socket: Socket): void {
    const left = (this.#running.get(socket) ?? 1) - 1;
    this.#running.set(socket, left);
    // Node's `closeIdleConnections` would cut off an answer that is still being written.
    if (this.isDraining && left === 0) socket.end();
  }
}
