import { type JsonBounds, readStrictJson, type StrictJson } from '../../core/index.ts';

/** Wires carry arguments as JSON text, and no arguments as nothing at all. */
export function decodeArguments(written: unknown, bounds: JsonBounds): StrictJson {
  if (written === undefined || written === null) return { ok: true, value: {} };
  if (typeof written !== 'string') return { ok: true, value: written };
  return written.trim() === '' ? { ok: true, value: {} } : readStrictJson(written, bounds);
}
