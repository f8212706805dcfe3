import type { Duplex } from 'node:stream';
import type { Client } from 'pg';
import { DatabaseError } from '../database-error.ts';

/**
 * Counts the bytes that a connection receives, before the driver keeps them, and ends the connection beyond the limit. A single
 * value of PostgreSQL can have a gigabyte.
 *
 * Also ends the connection if the driver throws while it reads: pg reads inside a listener, so that an answer that it does not
 * understand would otherwise end the process. `SELECT $40000` is enough for that.
 */
export class WireMeter {
  #bytes = 0;

  /** Watches the connection of a client that is not connected yet. */
  constructor(client: Client) {
    this.#watch(client.connection.stream);
    // The stream is replaced by an encrypted one.
    client.connection.on('sslconnect', () => this.#watch(client.connection.stream));
  }

  get isExceeded(): boolean {
    return this.#bytes > ANSWER_BYTES;
  }

  reset(): void {
    this.#bytes = 0;
  }

  #watch(stream: Duplex): void {
    const emit = stream.emit;
    stream.emit = (event: string | symbol, ...values: unknown[]): boolean => {
      if (event !== 'data') return emit.call(stream, event, ...values);
      try {
        this.#count(values[0] as Buffer);
        return emit.call(stream, event, ...values);
      } catch (error) {
        stream.destroy(error instanceof Error ? error : new Error(String(error)));
        return true;
      }
    };
  }

  #count(bytes: Buffer): void {
    this.#bytes += bytes.byteLength;
    if (this.isExceeded) throw tooLarge();
  }
}

/** Maximum size of the answer to one statement. Models get far less; this only protects the process's memory. */
const ANSWER_BYTES = 32 * 1024 * 1024;

function tooLarge(): DatabaseError {
  return new DatabaseError(
    'too-large',
    `The result has more than ${ANSWER_BYTES / 1024 / 1024} MB. Select fewer rows or columns, or a part of a long value with left(column, 1000).`,
  );
}
