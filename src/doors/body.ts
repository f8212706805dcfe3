import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { type Limits, readLargeJson, readStrictJson, type StrictJson } from '../core/index.ts';
import { pause } from '../pause.ts';
import type { Rejection } from '../wires/index.ts';
import { reject } from './status.ts';

export type Body = { readonly ok: true; readonly value: unknown } | Refused;

interface Refused {
  readonly ok: false;
  readonly rejection: Rejection;
}

type BodyLimits = Pick<Limits, 'bodyBytes' | 'bodyValues' | 'bodiesBytes'>;

/** Reads the request bodies of one server, with a limit for each body and one for all bodies together. */
export class Bodies {
  readonly #limits: BodyLimits;
  /** Bytes of the requests that are being read. */
  #bytes = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a JSON body, but no more of it than the limits. Returns an empty object for an empty body. `isPassedOn` means that
   * the values are only passed on, so that there may be more of them.
   */
  async read(request: IncomingMessage, isPassedOn = false): Promise<Body> {
    const text = await this.readText(request);
    return typeof text === 'string' ? this.parse(text, isPassedOn) : text;
  }

  /** Reads the text of a JSON body, but no more of it than the limit. */
  async readText(request: IncomingMessage): Promise<string | Refused> {
    // A web page can send other content types without a CORS preflight, but not JSON.
    if (!isJson(request.headers['content-type'] ?? '')) {
      return refused(reject('unsupported_media_type', 'Send the body with the content type "application/json".'));
    }
    const bytes = await this.#readBytes(request);
    if (!Buffer.isBuffer(bytes)) return bytes;
    if (!isUtf8(bytes)) return refused(reject('invalid_utf8', 'The body is not valid UTF-8.'));
    return bytes.toString('utf8');
  }

  /** Parses the text of a body. Pauses between the steps for a large one, so that other requests are served meanwhile. */
  async parse(text: string, isPassedOn = false): Promise<Body> {
    const { bodyValues } = this.#limits;
    const bounds = { mostFields: bodyValues, mostValues: isPassedOn ? PASSED_ON * bodyValues : bodyValues };
    if (text.length <= LARGE) return text.trim() === '' ? EMPTY : bodyOf(readStrictJson(text, bounds), text);
    await pause();
    if (text.trim() === '') return EMPTY;
    const read = await readLargeJson(text, bounds, pause);
    await pause();
    return bodyOf(read, text);
  }

  /** Uses events because an async iterator takes twice the time and every request passes here. */
  #readBytes(request: IncomingMessage): Promise<Buffer | Refused> {
    const { bodyBytes, bodiesBytes } = this.#limits;
    const tooLarge = () => refused(reject('body_too_large', `The body is larger than ${bodyBytes} bytes.`));
    if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return Promise.resolve(tooLarge());
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isOver = false;
    const reading = new Promise<Buffer | Refused>((resolve) => {
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

/**
 * How many times as many values a body may have if they are passed on, by default 400,000: OpenAI accepts 300,000 token ids in
 * a request for embeddings. They take at most 70 ms in one go. Fields take longer, so there may not be more of them.
 */
const PASSED_ON = 5;

function bodyOf(read: StrictJson, text: string): Body {
  if (read.ok) return SURROGATE.test(text) ? { ok: true, value: wellFormed(read.value) } : read;
  const { reason, excess } = read;
  if (excess === undefined) return refused(reject('invalid_json', `The body is not usable JSON: ${reason}.`));
  const advice = 'Send a smaller request (fewer messages, tools or list items), or raise "limits.bodyValues".';
  return refused(reject('body_too_large', `The body has ${excess}. ${advice}`));
}

const EMPTY: Body = { ok: true, value: {} };

/** Characters of a body that take a few milliseconds to read. */
const LARGE = 2 ** 18;

const OVERLOADED = refused(reject('overloaded', 'The gateway is busy with other requests. Try again shortly.', 1_000));

/** An escape that may be one half of a pair. */
const SURROGATE = /\\u[dD]/;

/**
 * Replaces lone surrogates in the strings of a parsed value with U+FFFD, in place. Servers reject them, and writing them as
 * JSON again is slow.
 */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) value[place] = wellFormed(item);
    return value;
  }
  for (const [name, member] of Object.entries(value)) {
    const formed = wellFormed(member);
    // Not an assignment, because the name may be `__proto__`.
    if (formed !== member) Object.defineProperty(value, name, { value: formed });
  }
  return value;
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

function refused(rejection: Rejection): Refused {
  return { ok: false, rejection };
}
