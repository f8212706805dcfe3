import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Limits, readStrictJson } from '../core/index.ts';
import type { Rejection } from '../wires/index.ts';
import { reject } from './status.ts';

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Reads the request bodies of one server, with a limit for each body and one for all bodies together. */
export class Bodies {
  readonly #limits: Pick<Limits, 'bodyBytes' | 'bodiesBytes'>;
  /** Bytes of the requests that are being read. */
  #bytes = 0;

  constructor(limits: Pick<Limits, 'bodyBytes' | 'bodiesBytes'>) {
    this.#limits = limits;
  }

  /** Reads a JSON body, but no more of it than the limit. Returns an empty object for an empty body. */
  async read(request: IncomingMessage): Promise<Body> {
    // A web page can send other content types without a CORS preflight, but not JSON.
    if (!isJson(request.headers['content-type'] ?? '')) {
      return refused(reject('unsupported_media_type', 'Send the body with the content type "application/json".'));
    }
    const bytes = await this.#readBytes(request);
    if (!Buffer.isBuffer(bytes)) return bytes;
    if (!isUtf8(bytes)) return refused(reject('invalid_utf8', 'The body is not valid UTF-8.'));
    const text = bytes.toString('utf8');
    if (text.trim() === '') return { ok: true, value: {} };
    const read = readStrictJson(text);
    return read.ok ? read : refused(reject('invalid_json', `The body is not usable JSON: ${read.reason}.`));
  }

  /** Uses events because an async iterator takes twice the time and every request passes here. */
  #readBytes(request: IncomingMessage): Promise<Buffer | (Body & { ok: false })> {
    const { bodyBytes, bodiesBytes } = this.#limits;
    const tooLarge = () => refused(reject('body_too_large', `The body is larger than ${bodyBytes} bytes.`));
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return Promise.resolve(tooLarge());
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isOver = false;
    const reading = new Promise<Buffer | (Body & { ok: false })>((resolve) => {
      request.on('data', (chunk: Buffer) => {
        if (isOver) return; // the rest of the body is drained elsewhere
        bytes += chunk.length;
        this.#bytes += chunk.length;
        chunks.push(chunk);
        if (bytes <= bodyBytes && this.#bytes <= bodiesBytes) return;
        isOver = true;
        request.pause();
        chunks.length = 0;
        resolve(bytes > bodyBytes ? tooLarge() : OVERLOADED);
      });
      request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
      const incomplete = () =>
        resolve(refused(reject('incomplete_body', 'The connection closed before the complete body arrived.')));
      request.on('error', incomplete).on('close', incomplete);
    });
    return reading.finally(() => {
      this.#bytes -= bytes;
    });
  }
}

const OVERLOADED = refused(reject('overloaded', 'The gateway is busy with other requests. Try again shortly.', 1_000));

function isJson(type: string): boolean {
  return type === 'application/json' || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function refused(rejection: Rejection): Body & { ok: false } {
  return { ok: false, rejection };
}
