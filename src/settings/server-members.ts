import { z } from 'zod';
import { elicitations } from './connecting.ts';
import { address, count, described, duration, headers, named, secret, text } from './kinds.ts';
import { otherSpellings, transports } from './other-spellings.ts';

/** Written, it may also hold what is filled in. */
const serverAddress = z
  .string()
  .refine((url) => address().safeParse(url).success, {
    error: ({ input }) => address().safeParse(input).error?.issues[0]?.message,
  })
  .meta({ pattern: '^$|^https?://|^env:|\\$|\\{env:' });

/** A text; as opencode writes it, a list with the arguments; as Zed did, an object. */
const command = z
  .union([
    z.string(),
    z.array(described(z.string(), 'The program, or an argument.', 'some-mcp-server')),
    z.looseObject({
      path: described(z.string(), 'The program.', 'npx'),
      args: z.array(z.string()).exactOptional(),
      env: named(secret()).exactOptional(),
    }),
  ])
  .refine((given) => (programOf(given) ?? '') !== '', 'must not be empty');

/** A server as it is written in the settings. Names that it does not know are let through: other clients have more. */
export const serverMembers = z.looseObject({
  type: described(
    transports,
    'How the server is reached. `command` or `url` says it already; an address is then tried as `http` and as the older `sse`.',
    'http',
  ).exactOptional(),
  command: described(command, 'The program to start.', 'npx').exactOptional(),
  args: described(z.array(z.string()), 'Its arguments.', ['-y', 'some-mcp-server']).exactOptional(),
  env: described(named(secret()), 'Its environment variables; beside these it gets only a few harmless ones.', {
    API_KEY: 'env:API_KEY',
  }).exactOptional(),
  cwd: described(text(), 'The directory it runs in; else that of this file.', './data').exactOptional(),
  url: described(serverAddress, 'The address of a server on the network.', 'https://example.com/mcp').exactOptional(),
  headers: described(headers(), 'Headers of every request to it.', {
    Authorization: 'Bearer env:WIKI_TOKEN',
  }).exactOptional(),
  disabled: described(z.boolean(), 'Leaves the server out.', true).exactOptional(),
  always: toolNames('Tools that the model sees without searching.', ['read_file']),
  includeTools: toolNames("Only these tools, by the server's own names; `*` stands for anything.", ['read_*']),
  excludeTools: toolNames("Not these tools, by the server's own names; `*` stands for anything.", ['write_*']),
  rename: described(named(text()), "Other names for its tools, by the server's own.", {
    read_file: 'read',
  }).exactOptional(),
  protocol: described(
    z.enum(['auto', 'legacy', 'modern']),
    'The era of MCP that it speaks: `modern` is 2026-07-28 and later, `auto` finds out.',
    'legacy',
  ).exactOptional(),
  elicitation: described(elicitations, 'As `mcp.elicitation`, for this server.', 'defaults').exactOptional(),
  connectMs: described(duration(), 'As `mcp.connectMs`, for this server.', 60_000).exactOptional(),
  toolMs: described(duration(), 'As `limits.toolMs`, for the tools of this server.', 120_000).exactOptional(),
  callsAtOnce: described(count(100_000), 'Calls of its tools that run at once.', 1).exactOptional(),
  ...otherSpellings(serverAddress),
});

export type WrittenServer = z.output<typeof serverMembers>;
export type WrittenCommand = NonNullable<WrittenServer['command']>;

/** Is the server left out? Our own word counts more than those of other clients. */
export function isDisabled(server: Readonly<Record<string, unknown>>): boolean {
  if (typeof server.disabled === 'boolean') return server.disabled;
  return [server.enabled, server.active, server.isActive].includes(false);
}

function programOf(given: string | readonly string[] | { readonly path: string }): string | undefined {
  if (typeof given === 'string') return given;
  return 'path' in given ? given.path : given[0];
}

function toolNames(description: string, example: readonly string[]) {
  return described(z.array(text()), description, example).exactOptional();
}
