import { ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import type { Server } from '../core/index.ts';
import { causesOf, systemCodeOf } from './errors.ts';
import { TOO_MUCH } from './tool-lists.ts';
import { Late } from './waiting.ts';

/** What to look at when a server cannot be reached. */
export function whatToCheck(error: unknown, server: Server): string {
  if (causesOf(error).some(isTooMuch)) return 'Leave tools out at the server, or raise that limit in the settings.';
  const refusal = causesOf(error).find((cause) => cause instanceof SdkHttpError);
  if (refusal !== undefined) return forStatus(refusal.status);
  const code = systemCodeOf(error);
  if (server.transport === 'stdio') return forProgram(code, error, server.command);
  switch (code) {
    case 'ECONNREFUSED':
      return `Is the server running at ${server.url}? Nothing listens there.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `Is the name in ${server.url} right? It cannot be found.`;
    default:
      return `Is ${server.url} the right address, and does an MCP server answer there?`;
  }
}

function forProgram(code: string | undefined, error: unknown, command: string): string {
  if (code === 'ENOENT' || code === 'EACCES')
    return `Is ${JSON.stringify(command)} installed, and in the PATH? Its whole path works too.`;
  if (error instanceof Late) {
    return 'It started, and did not answer. Does it speak MCP on its standard input and output? A first start may download packages: try it by hand, or give it more time with "connectMs".';
  }
  return 'Run the same command by hand. Are its arguments right, and the variables that it needs in "env"? It gets no others.';
}

function forStatus(status: number): string {
  switch (status) {
    case 401:
    case 403:
      return 'It wants authorization. Give it in "headers": { "Authorization": "Bearer env:NAME" }, with the token in that variable.';
    case 404:
    case 405:
      return 'Is the path right? Most servers answer at /mcp, older ones at /sse.';
    default:
      return status >= 500
        ? 'The server has a problem of its own: its log says more.'
        : 'The server refuses what MCP clients send. Is this the address of an MCP server?';
  }
}

/** Our own words to the SDK, which come back as the server's answer. */
function isTooMuch(cause: object): boolean {
  return cause instanceof ProtocolError && cause.code === TOO_MUCH;
}
