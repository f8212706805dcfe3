import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { readStrictJson } from '../core/index.ts';
import type { Rejection } from './status.ts';

export type Body =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly rejection: Rejection };

/** Reads a JSON body and no more of it than the limit. An empty one is an empty object. */
export async function readJsonBody(request: IncomingMessage, limitBytes: number): Promise<Body> {
  // A web page can send other types without asking; JSON it cannot.
  if (!isJson(request.headers['content-type'] ?? '')) {
    return refused(415, 'unsupported_media_type', 'Send the body as application/json.');
  }
  const bytes = await readBytes(request, limitBytes);
  if (bytes === 'too-large') return refused(413, 'body_too_large', `The body is larger than ${limitBytes} bytes.`);
  if (bytes === 'incomplete') return refused(400, 'incomplete_body', 'The body ended before it was whole.');
  if (!isUtf8(bytes)) return refused(400, 'invalid_utf8', 'The body is not UTF-8.');
  const text = bytes.toString('utf8');
  if (text.trim() === '') return { ok: true, value: {} };
  const read = readStrictJson(text);
  return read.ok ? read : refused(400, 'invalid_json', `The body is not usable JSON: ${read.reason}.`);
}

function isJson(type: string): boolean {
  return type === 'application/json' || type.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** By events: half the time of an async iterator, and every request comes through here. */
function readBytes(request: IncomingMessage, limitBytes: number): Promise<Buffer | 'too-large' | 'incomplete'> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limitBytes) {
        chunks.push(chunk);
        return;
      }
      request.pause();
      resolve('too-large');
    });
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => resolve('incomplete'));
    request.on('close', () => resolve('incomplete'));
  });
}

function refused(status: Rejection['status'], code: string, message: string): Body & { ok: false } {
  return { ok: false, rejection: { status, code, message } };
}
