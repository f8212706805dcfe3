import { z } from 'zod';
import type { HttpServer, Server } from '../core/index.ts';
import { described, LONGEST_MS, withAnyOf } from './kinds.ts';
import { isDisabled, serverMembers, type WrittenCommand, type WrittenServer } from './server-members.ts';

const written = withAnyOf(
  serverMembers,
  ['command', 'url', 'serverUrl', 'httpUrl'],
  'needs a "command" or a "url"',
).refine((entry) => entry.command === undefined || urlOf(entry) === undefined, {
  error: 'has both a "command" and a "url"',
  params: { fix: 'keep the one that is meant' },
});

export const mcpServerSchema = described(written.transform(toServer), 'A program to start, or an address.', {
  command: 'npx',
  args: ['-y', 'some-mcp-server'],
});

/** Between a server and its tools stands `::`. */
export const serverName = z
  .string()
  .min(1, 'a server needs a name')
  .regex(/^(?!.*::)/s, 'a server\'s name must not hold "::"');

function toServer(entry: WrittenServer): Server {
  const url = urlOf(entry);
  if (url !== undefined) {
    const headers = entry.headers ?? entry.http_headers ?? NOTHING;
    return { transport: transportOf(entry), url, headers, ...headOf(entry) };
  }
  const { command, args, env } = partsOf(entry.command ?? '');
  return {
    transport: 'stdio',
    command,
    args: [...args, ...(entry.args ?? [])],
    env: entry.env ?? entry.environment ?? env,
    ...(entry.cwd === undefined ? {} : { cwd: entry.cwd }),
    ...headOf(entry),
  };
}

/** Not inherited from anything: a tool called `constructor` has no other name. */
const NOTHING: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

function urlOf({ url, httpUrl, serverUrl }: Pick<WrittenServer, 'url' | 'httpUrl' | 'serverUrl'>): string | undefined {
  return url ?? httpUrl ?? serverUrl;
}

function transportOf(entry: WrittenServer): HttpServer['transport'] {
  const type = entry.type ?? entry.transport ?? entry.transportType;
  switch (type) {
    case 'sse':
      return 'sse';
    case 'http':
    case 'streamable-http':
    case 'streamableHttp':
    case 'streamable_http':
      return 'http';
    case undefined:
      return entry.url === undefined && entry.httpUrl !== undefined ? 'http' : 'any';
    case 'remote':
    case 'local':
    case 'stdio':
      return 'any';
    default:
      return type satisfies never;
  }
}

function partsOf(given: WrittenCommand) {
  if (typeof given === 'string') return { command: given, args: [], env: NOTHING };
  if (Array.isArray(given)) return { command: given[0] ?? '', args: given.slice(1), env: NOTHING };
  return { command: given.path, args: given.args ?? [], env: given.env ?? NOTHING };
}

function headOf(entry: WrittenServer) {
  return {
    disabled: isDisabled(entry),
    always: entry.always ?? [],
    includeTools: entry.includeTools ?? entry.enabledTools ?? entry.enabled_tools ?? textsIn(entry.tools),
    excludeTools: entry.excludeTools ?? entry.disabledTools ?? entry.disabled_tools ?? [],
    rename: entry.rename ?? NOTHING,
    protocol: entry.protocol ?? 'auto',
    ...given({
      elicitation: entry.elicitation,
      connectMs:
        entry.connectMs ?? milliseconds(entry.startup_timeout_ms) ?? milliseconds(entry.startup_timeout_sec, 1_000),
      toolMs: entry.toolMs ?? milliseconds(entry.tool_timeout_sec, 1_000) ?? timeout(entry.timeout),
      callsAtOnce: entry.callsAtOnce,
    }),
  };
}

/** Milliseconds for Claude Code, Gemini CLI and Amazon Q, seconds for Cline and Roo: nobody waits less than a second, or for hours. */
function timeout(written: number | undefined): number | undefined {
  return milliseconds(written, (written ?? 0) < 1_000 ? 1_000 : 1);
}

/** Zero and less are some clients' way to say that there is no limit: ours holds then. */
function milliseconds(written: number | undefined, each = 1): number | undefined {
  return written === undefined || written <= 0 ? undefined : Math.min(Math.ceil(written * each), LONGEST_MS);
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [];
}

function given<Members extends object>(members: Members): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as Members;
}
