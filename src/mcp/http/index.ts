import type { LookupFunction } from 'node:net';
import type { Transport } from '@modelcontextprotocol/client';
import type { HttpServer } from '../../core/index.ts';
import { Addresses } from './addresses.ts';
import { Wire } from './fetch.ts';
import { OlderSseTransport } from './older-sse.ts';
import { StreamableTransport } from './streamable.ts';
import { targetOf } from './target.ts';

export interface HttpOptions {
  /** Maximum bytes of a message from the server. */
  readonly messageBytes: number;
  readonly connectMs: number;
  /** Called regularly once the server can no longer announce changes. */
  readonly onNotificationsLost?: () => void;
  /** Replaces the system's DNS lookup. */
  readonly lookup?: LookupFunction;
  /** Names that have resolved to a public address. By default all connections share one set. */
  readonly publicNames?: Set<string>;
}

/** Returns a transport to the server's URL. Closing it closes its sockets. If a configured header is invalid, `start` rejects. */
export function httpTransport(
  server: Pick<HttpServer, 'url' | 'headers'>,
  kind: 'http' | 'sse',
  { messageBytes, connectMs, lookup, publicNames, onNotificationsLost = () => {} }: HttpOptions,
): Transport {
  const target = targetOf(server);
  const addresses = new Addresses({ host: target.url.hostname, lookup, publicNames });
  const wire = new Wire({ url: target.url, hasToken: target.hasToken, addresses, messageBytes, connectMs });
  return kind === 'http'
    ? new StreamableTransport(target, wire, onNotificationsLost)
    : new OlderSseTransport(target, wire, connectMs);
}
