import { type JsonBounds, readStrictJson, type StrictJson } from '../../core/index.ts';

/** Parsed arguments, with the JSON text that they came from, if they came as text. */
export type Decoded = StrictJson & { readonly text?: string };

/** Parses arguments that are JSON text. Missing or blank arguments become `{}`; a value that is not text is kept. */
export function decodeArguments(written: unknown, bounds: JsonBounds): Decoded {
  if (written === undefined || written === null) return { ok: true, value: {} };
  if (typeof written !== 'string') return { ok: true, value: written };
  return written.trim() === '' ? { ok: true, value: {} } : { ...readStrictJson(written, bounds), text: written };
}
