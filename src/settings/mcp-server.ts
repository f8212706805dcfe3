import { z } from 'zod';
import type { HttpServer, Server } from '../core/index.ts';
import { described, LONGEST_MS, withAnyOf } from './kinds.ts';
import { isDisabled, serverMembers, type WrittenCommand, type WrittenServer } from './server-members.ts';

const written = withAnyOf(
  serverMembers,
  ['command', 'url', 'serverUrl', 'httpUrl', 'baseUrl'],
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
  .regex(/^(?!.*::)/s, 'a server\'s name must not hold "::"')
  .regex(/^(?!custom$)/, '"custom" stands for tools of your own: give the server another name');

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

function urlOf({ url, httpUrl, serverUrl, baseUrl }: WrittenServer): string | undefined {
  return url ?? httpUrl ?? serverUrl ?? baseUrl;
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
  const only = entry.includeTools ?? entry.enabledTools ?? entry.enabled_tools ?? textsIn(entry.tools);
  const not = entry.excludeTools ?? entry.disabledTools ?? entry.disabled_tools ?? [];
  const { startup, request } = timesOf(entry);
  return {
    disabled: isDisabled(entry),
    always: entry.always ?? [],
    ...(only !== undefined && { includeTools: only }),
    excludeTools: not,
    rename: entry.rename ?? NOTHING,
    protocol: entry.protocol ?? 'auto',
    ...given({
      elicitation: entry.elicitation,
      connectMs:
        entry.connectMs ??
        milliseconds(entry.startup_timeout_ms) ??
        milliseconds(entry.startup_timeout_sec, 1_000) ??
        startup,
      toolMs: entry.toolMs ?? milliseconds(entry.tool_timeout_sec, 1_000) ?? request,
      callsAtOnce: entry.callsAtOnce,
    }),
  };
}

/**
 * What clients mean by `timeout`: opencode the time to connect, or both; the others the time for a call, in milliseconds
 * (Claude Code, Gemini CLI, Amazon Q) or in seconds (Cline, Roo, Cherry Studio, up to an hour).
 */
function timesOf(entry: WrittenServer): {
  readonly startup?: number | undefined;
  readonly request?: number | undefined;
} {
  const { timeout } = entry;
  if (typeof timeout === 'object') {
    return { startup: milliseconds(timeout.startup), request: milliseconds(timeout.request) };
  }
  if (isOfOpencode(entry)) return { startup: milliseconds(timeout) };
  return { request: milliseconds(timeout, (timeout ?? 0) <= MOST_SECONDS ? 1_000 : 1) };
}

const MOST_SECONDS = 3_600;

/** Told by its addresses and its commands: `type: local` is also Copilot's. */
function isOfOpencode({ type, command }: WrittenServer): boolean {
  return type === 'remote' || Array.isArray(command);
}

/** Zero and less are some clients' way to say that there is no limit: ours holds then. */
function milliseconds(written: number | undefined, each = 1): number | undefined {
  return written === undefined || written <= 0 ? undefined : Math.min(Math.ceil(written * each), LONGEST_MS);
}

function textsIn(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
}

function given<Members extends object>(members: Members): { [Name in keyof Members]?: NonNullable<Members[Name]> } {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as Members;
}
