import type { Connecting, Server } from '../core/index.ts';
import { mayDownload } from './stdio/index.ts';

/**
 * The time limit of an attempt to connect. It is longer for a program that may have to download its package, until the server
 * has connected once, or an attempt has lasted that long. The server's own `connectMs` replaces both limits.
 */
export class ConnectLimit {
  readonly #usualMs: number;
  readonly #firstMs: number;
  #mayDownload: boolean;

  constructor(server: Server, { connectMs, firstConnectMs }: Connecting) {
    this.#usualMs = server.connectMs ?? connectMs;
    this.#firstMs = Math.max(connectMs, firstConnectMs);
    this.#mayDownload = server.transport === 'stdio' && server.connectMs === undefined && mayDownload(server);
  }

  get ms(): number {
    return this.downloadMs ?? this.#usualMs;
  }

  /** The longer limit, as long as it applies. */
  get downloadMs(): number | undefined {
    return this.#mayDownload ? this.#firstMs : undefined;
  }

  /** Says that the server may be downloading, as a clause; undefined if the usual limit applies. */
  get note(): string | undefined {
    if (!this.#mayDownload) return undefined;
    return `its first start may download packages, so it has up to ${this.#firstMs / 1000} s`;
  }

  /** Ends the longer limit. */
  endFirst(): void {
    this.#mayDownload = false;
  }
}
