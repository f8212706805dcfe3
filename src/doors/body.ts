import type { IncomingMessage } from 'node:http';
import { readStrictJson } from '../core/index.ts';
import type { Rejection } from './status.ts';

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Reads a JSON body and no more of it than the limit. An empty one is an empty object. */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  // A web page can send other types without asking; JSON it cannot.
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') return refused(415, 'unsupported_media_type', 'Send the body as application/json.');
  const tooLarge = refused(413, 'body_too_large', `The body is larger than ${limitBytes} bytes.`);
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return tooLarge;
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limitBytes) return tooLarge;
      chunks.push(chunk);
    }
  } catch {
    return refused(400, 'incomplete_body', 'The body ended before it was whole.'); // nobody is there to read this
  }
  let text: string;
  try {
    text = UTF8.decode(Buffer.concat(chunks));
  } catch {
    return refused(400, 'invalid_utf8', 'The body is not UTF-8.');
  }
  if (text.trim() === '') return { ok: true, value: {} };
  const read = readStrictJson(text);
  return read.ok ? read : refused(400, 'invalid_json', `The body is not usable JSON: ${read.reason}.`);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

function refused(status: Rejection['status'], code: string, message: string): Body & { ok: false } {
  return { ok: false, rejection: { status, code, message } };
}
