import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Log } from '../../core/index.ts';
import { version } from '../../version.ts';

export interface HeaderOptions {
  readonly name: string;
  /** The headers from the settings, sent unchanged. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly log: Log;
}

/** Returns the headers of every request to a backend, as `name, value, name, value`. None of them comes from a client. */
export function requestHeaders(
  ofWire: Readonly<Record<string, string>>,
  { name, headers = {}, log }: HeaderOptions,
): string[] {
  const written = new Map([
    ['user-agent', `toolpath/${version}`],
    ['accept', 'application/json, text/event-stream'],
    ...Object.entries(ofWire),
  ]);
  for (const [header, value] of Object.entries(headers)) {
    if (isUsable(header, value)) written.set(header.toLowerCase(), value);
    else
      log.warn(
        { backend: name, header },
        'Dropped a configured header: its name or value is invalid, or the gateway must set it itself.',
      );
  }
  written.set('content-type', 'application/json');
  written.set('accept-encoding', 'identity'); // decompressing costs more than it saves on a local network
  return [...written].flat();
}

function isUsable(header: string, value: string): boolean {
  try {
    validateHeaderName(header);
    validateHeaderValue(header, value);
    return !OURS.has(header.toLowerCase());
  } catch {
    return false;
  }
}

/** Headers that frame the request, which settings must not change. */
const OURS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
