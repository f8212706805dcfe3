import type { Transport } from '@modelcontextprotocol/client';
import type { Protocol, Server } from '../core/index.ts';
import { classifyError, endingOf } from './classify-error.ts';
import { openClient } from './client.ts';
import { httpTransport } from './http/index.ts';
import { Inbound } from './inbound.ts';
import { SdkSession, stderrOf } from './sdk-session.ts';
import { ConnectError, isOtherTransport, type ServerProblem } from './server-problem.ts';
import type { OpenSession, Over, Session, SessionOptions } from './session.ts';
import { StdioTransport } from './stdio/index.ts';

export const openSession: OpenSession = async (server, options, signal) => {
  let first: ConnectError | undefined;
  for (const way of waysTo(server)) {
    const transport = transportOf(server, way, options);
    try {
      return await sessionOver(transport, way, options, signal);
    } catch (error) {
      const trouble = classifyError(error, endingOf(transport)); // read before `close`, which changes the ending
      await transport.close().catch(() => {});
      first ??= new ConnectError(trouble, stderrOf(transport), error);
      if (signal.aborted || !leadsOn(trouble, way)) break;
    }
  }
  throw first;
};

/** A transport and protocol era to try. */
interface Way {
  readonly over: Over;
  readonly protocol: Protocol;
}

/**
 * Returns the ways to connect, in the order in which they are tried. Over stdio the legacy era is tried first, because
 * probing for the modern era makes old servers crash or time out, and nearly all servers are old. Over HTTP a probe costs
 * only one request.
 */
function waysTo({ transport, protocol }: Server): readonly Way[] {
  switch (transport) {
    case 'stdio':
      return (protocol === 'auto' ? (['legacy', 'modern'] as const) : [protocol]).map((era) => ({
        over: 'stdio',
        protocol: era,
      }));
    case 'http':
      return [{ over: 'http', protocol }];
    case 'sse':
      return [{ over: 'sse', protocol: 'legacy' }];
    case 'any':
      return [
        { over: 'http', protocol },
        ...(protocol === 'modern' ? [] : [{ over: 'sse', protocol: 'legacy' } as const]),
      ];
    default:
      return transport satisfies never;
  }
}

/** True if the next way may succeed: the program answered but rejected this handshake, or the address does not accept `POST`. */
function leadsOn(trouble: ServerProblem, { over }: Way): boolean {
  if (over === 'stdio') return trouble.kind === 'reported' || trouble.kind === 'other-version';
  return trouble.kind === 'refused' && isOtherTransport(trouble.status);
}

function transportOf(server: Server, { over }: Way, options: SessionOptions): Transport {
  const { limits, connectMs, onJunk, log } = options;
  if (server.transport !== 'stdio') {
    const { messageBytes } = limits;
    const onNotificationsLost = options.onListChanged;
    return httpTransport(server, over === 'sse' ? 'sse' : 'http', { messageBytes, connectMs, onNotificationsLost });
  }
  const { messageBytes, stderrBytes } = limits;
  const onStderr = (lines: readonly string[]): void => {
    for (const line of lines) log.debug({ line }, 'The MCP server wrote to stderr.');
  };
  return new StdioTransport(server, { messageBytes, stderrBytes, onJunk, onStderr });
}

async function sessionOver(
  transport: Transport,
  { protocol, over }: Way,
  options: SessionOptions,
  signal: AbortSignal,
): Promise<Session> {
  const inbound = new Inbound(options.limits, options.onHeard);
  const client = await openClient(transport, { ...options, protocol, inbound, signal });
  return new SdkSession(client, transport, inbound, over);
}
