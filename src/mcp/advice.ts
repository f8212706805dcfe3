import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import type { HttpServer, Server } from '../core/index.ts';
import { causesOf, systemCodeOf } from './causes.ts';
import { isOtherTransport, isTimeout } from './errors.ts';
import { TOO_MUCH } from './tool-lists.ts';
import { Late } from './waiting.ts';

/** What to look at when a server cannot be reached. The reason stands beside it, and is not said again. */
export function whatToCheck(error: unknown, server: Server): string {
  const causes = causesOf(error);
  if (causes.some(isTooMuch)) return 'Leave tools out at the server, or raise that limit in the settings.';
  const known = causes.find(isAdvised);
  if (known !== undefined) return known.check;
  if (server.transport === 'stdio') return forProgram(causes);
  const refusal = causes.find((cause) => cause instanceof SdkHttpError);
  if (refusal !== undefined) return forRefusal(refusal, server);
  switch (systemCodeOf(error)) {
    case 'ECONNREFUSED':
      return `Is the server running at ${server.url}? Nothing listens there.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Is the name in ${server.url} right? It cannot be found.`;
    default:
      return `Is ${server.url} the right address, and does an MCP server answer there?`;
  }
}

function forProgram(causes: readonly object[]): string {
  if (causes.some((cause) => cause instanceof Late || isTimeout(cause))) {
    return 'It started, and did not answer. Does it speak MCP on its standard input and output? A first start may download packages: try it by hand, or give it more time with "connectMs".';
  }
  return 'Run the same command by hand. Are its arguments right, and the variables that it needs in "env"? It gets no others.';
}

function forRefusal(refusal: SdkHttpError, { transport, url }: HttpServer): string {
  const { status } = refusal;
  if (transport === 'http' && isOtherTransport(refusal) && SSE_PATH.test(new URL(url).pathname)) {
    return 'An older server answers at such an address: leave the type out, or write "sse".';
  }
  if (status === 404 || status === 405) return `Is the path right? ${PATHS[transport]}`;
  if (status === 429) return 'It has too many requests at the moment.';
  return status >= 500
    ? 'The server has a problem of its own: its log says more.'
    : 'The server refuses what MCP clients send. Is this the address of an MCP server?';
}

const SSE_PATH = /\/sse\/?$/;

const PATHS: Readonly<Record<HttpServer['transport'], string>> = {
  any: 'Most servers answer at /mcp, older ones at /sse.',
  http: 'Most servers answer at /mcp. For an older one leave the type out, or write "sse".',
  sse: 'Older servers answer at /sse. For a newer one leave the type out, or write "http".',
};

/** An error that knows what to do about it. */
function isAdvised(cause: object): cause is { readonly check: string } {
  return 'check' in cause && typeof cause.check === 'string';
}

/** Our own words to the SDK, which come back as the server's answer. */
function isTooMuch(cause: object): boolean {
  return cause instanceof ProtocolError && cause.code === TOO_MUCH;
}
