import { z } from 'zod';
import { address, described, named, secret, text, withAnyOf } from './kinds.ts';

/** A server of `mcpServers`, once it is clear how it is reached. */
export type McpServer = StdioServer | HttpServer;

export interface StdioServer extends ServerHead {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface HttpServer extends ServerHead {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ServerHead {
  readonly disabled: boolean;
  /** Tools that the model sees without searching. */
  readonly always: readonly string[];
}

const written = withAnyOf(
  z.looseObject({
    type: described(
      z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'streamable_http', 'sse']),
      'How the server is reached; `command` or `url` says it already, except for the older `sse`.',
      'http',
    ).exactOptional(),
    command: described(text(), 'The program to start.', 'npx').exactOptional(),
    args: described(z.array(z.string()), 'Its arguments.', ['-y', 'some-mcp-server']).exactOptional(),
    env: described(named(secret()), 'Its environment variables.', { API_KEY: 'env:API_KEY' }).exactOptional(),
    cwd: described(text(), 'The directory it runs in.', './data').exactOptional(),
    url: described(address(), 'The address of a server on the network.', 'https://example.com/mcp').exactOptional(),
    headers: described(named(secret()), 'Headers of every request to it.', {
      Authorization: 'env:WIKI_AUTHORIZATION',
    }).exactOptional(),
    disabled: described(z.boolean(), 'Leaves the server out.', true).exactOptional(),
    always: described(z.array(text()), 'Tools that the model sees without searching.', ['read_file']).exactOptional(),
  }),
  ['command', 'url'],
  'needs a "command" or a "url"',
).refine((entry) => entry.command === undefined || entry.url === undefined, {
  error: 'has both a "command" and a "url"',
  params: { fix: 'keep the one that is meant' },
});

/** Lenient about names it does not know: the files of Claude, Cursor and VS Code hold more than we use. */
export const mcpServerSchema = described(written.transform(toServer), 'A program to start, or an address.', {
  command: 'npx',
  args: ['-y', 'some-mcp-server'],
});

function toServer(entry: z.output<typeof written>): McpServer {
  const { command, args = [], env = {}, cwd, url = '', headers = {}, disabled = false, always = [] } = entry;
  if (command === undefined) {
    return { transport: entry.type === 'sse' ? 'sse' : 'http', url, headers, disabled, always };
  }
  return { transport: 'stdio', command, args, env, ...(cwd === undefined ? {} : { cwd }), disabled, always };
}
