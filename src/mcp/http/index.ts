import type { LookupFunction } from 'node:net';
import type { Transport } from '@modelcontextprotocol/client';
import type { HttpServer } from '../../core/index.ts';
import { Addresses } from './addresses.ts';
import { Wire } from './fetch.ts';
import { OlderSseTransport } from './older-sse.ts';
import { StreamableTransport } from './streamable.ts';
import { targetOf } from './target.ts';

export interface HttpOptions {
  /** The longest message that is read. */
  readonly messageBytes: number;
  readonly connectMs: number;
  /** Called now and then where a server tells of no changes any more. */
  readonly onDeaf?: () => void;
  /** In place of the system's. */
  readonly lookup?: LookupFunction;
  /** Names that have led to a public address; all connections share one list unless told. */
  readonly publicNames?: Set<string>;
}

/** A transport to the server's address; closing it closes its sockets too. Never throws: what is wrong is said by `start`. */
export function httpTransport(
  server: Pick<HttpServer, 'url' | 'headers'>,
  kind: 'http' | 'sse',
  { messageBytes, connectMs, lookup, publicNames, onDeaf = () => {} }: HttpOptions,
): Transport {
  const target = targetOf(server);
  const addresses = new Addresses({ host: target.url.hostname, lookup, publicNames });
  const wire = new Wire({ url: target.url, hasToken: target.hasToken, addresses, messageBytes, connectMs });
  return kind === 'http'
    ? new StreamableTransport(target, wire, onDeaf)
    : new OlderSseTransport(target, wire, connectMs);
}
