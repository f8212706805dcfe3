import { z } from 'zod';
import type { HttpServer, Server } from '../core/index.ts';
import { address, count, described, duration, headers, LONGEST_MS, named, secret, text, withAnyOf } from './kinds.ts';

export const elicitations = z.enum(['decline', 'defaults', 'off']);

/** As written, an address may also hold placeholders, which are filled in before it is checked. */
const serverAddress = z
  .string()
  .refine((url) => address().safeParse(url).success, {
    error: ({ input }) => address().safeParse(input).error?.issues[0]?.message,
  })
  .meta({ pattern: '^$|^https?://|^env:|\\$|\\{env:' });

/** A text; in opencode a list that includes the arguments; in older versions of Zed an object. */
const command = z.union([
  z.string(),
  z.array(described(z.string(), 'The program, or an argument.', 'some-mcp-server')),
  z.looseObject({
    path: described(z.string(), 'The program.', 'npx'),
    args: z.array(z.string()).exactOptional(),
    env: named(secret()).exactOptional(),
  }),
]);

const ownMembers = {
  type: described(
    z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'streamable_http', 'sse', 'local', 'remote']),
    'How the server is reached. `command` or `url` says it already; an address is then tried as `http` and as the older `sse`.',
    'http',
  ),
  command: described(
    command.refine((program) => partsOf(program).command !== '', 'must not be empty'),
    'The program to start.',
    'npx',
  ),
  args: described(z.array(z.string()), 'Its arguments.', ['-y', 'some-mcp-server']),
  env: described(named(secret()), 'Its environment variables; beside these it gets only a few harmless ones.', {
    API_KEY: 'env:API_KEY',
  }),
  cwd: described(text(), 'The directory it runs in; else that of this file.', './data'),
  url: described(serverAddress, 'The address of a server on the network.', 'https://example.com/mcp'),
  headers: described(headers(), 'Headers of every request to it.', { Authorization: 'Bearer env:WIKI_TOKEN' }),
  disabled: described(z.boolean(), 'Leaves the server out.', true),
  always: toolNames('Tools that the model sees without searching.', 'read_file'),
  includeTools: toolNames("Only these tools, by the server's own names; `*` stands for anything.", 'read_*'),
  excludeTools: toolNames("Not these tools, by the server's own names; `*` stands for anything.", 'write_*'),
  rename: described(named(text()), "Other names for its tools, by the server's own.", { read_file: 'read' }),
  protocol: described(
    z.enum(['auto', 'legacy', 'modern']),
    'The era of MCP that it speaks: `modern` is 2026-07-28 and later, `auto` finds out.',
    'legacy',
  ),
  elicitation: described(elicitations, 'As `mcp.elicitation`, for this server.', 'defaults'),
  connectMs: described(duration(), 'As `mcp.connectMs`, for this server.', 60_000),
  toolMs: described(duration(), 'As `limits.toolMs`, for the tools of this server.', 120_000),
  callsAtOnce: described(count(100_000), 'Calls of its tools that run at once.', 1),
};

type OwnName = keyof typeof ownMembers;

/** Other clients' names for members of ours, so that their servers can be pasted. Ours wins, then the first in this table. */
const SPELLINGS: readonly (readonly [name: string, own: OwnName, clients: string])[] = [
  ['transport', 'type', 'FastMCP and LangChain'],
  ['transportType', 'type', 'older versions of Cline'],
  ['httpUrl', 'url', 'Gemini CLI (always of type `http`)'],
  ['serverUrl', 'url', 'Windsurf and Antigravity'],
  ['baseUrl', 'url', 'Cherry Studio'],
  ['environment', 'env', 'opencode'],
  ['http_headers', 'headers', 'Codex'],
  ['working_directory', 'cwd', 'Warp'],
  ['enabledTools', 'includeTools', 'several clients'],
  ['enabled_tools', 'includeTools', 'Codex'],
  ['disabledTools', 'excludeTools', 'Windsurf and Roo Code'],
  ['disabled_tools', 'excludeTools', 'Codex'],
];

/** Other clients' members that mean the same only after a conversion. */
const convertedMembers = {
  enabled: described(z.boolean(), 'The opposite of `disabled`.', true),
  active: described(z.boolean(), 'As `enabled`, in the files of Jan.', true),
  isActive: described(z.boolean(), 'As `enabled`, in the files of Cherry Studio.', true),
  tools: described(z.unknown(), 'As `includeTools` where it is a list, in the files of Copilot.', ['*']),
  timeout: described(
    z.union([z.number(), z.looseObject({ startup: z.number().exactOptional(), request: z.number().exactOptional() })]),
    'As `toolMs`; up to 3600 in seconds. In the files of opencode as `connectMs`, or both: `{ "startup": 30000, "request": 60000 }`.',
    60,
  ),
  startup_timeout_ms: described(z.number(), 'As `connectMs`, in the files of Codex.', 30_000),
  startup_timeout_sec: described(z.number(), 'As `connectMs`, in seconds.', 30),
  tool_timeout_sec: described(z.number(), 'As `toolMs`, in seconds.', 60),
  // These three name variables. They become `env` and `headers` before the schema sees the server.
  env_vars: described(
    z.array(z.union([text(), z.looseObject({ name: text() })])),
    'Variables that are passed on to the program where they are set, in the files of Codex.',
    ['API_KEY'],
  ),
  env_http_headers: described(
    named(variableName()),
    'Headers by the variables that hold them, in the files of Codex.',
    { 'X-Api-Key': 'API_KEY' },
  ),
  bearer_token_env_var: described(
    variableName(),
    'The variable that holds the token of `Authorization: Bearer`, in the files of Codex.',
    'WIKI_TOKEN',
  ),
};

/** The same members under the names of {@link SPELLINGS}. */
const spelledMembers = Object.fromEntries(
  SPELLINGS.map(([name, own, clients]) => {
    const schema: z.ZodType = ownMembers[own];
    return [name, described(schema, `As \`${own}\`, in the files of ${clients}.`, [schema.meta()?.examples].flat()[0])];
  }),
);

/** Unknown names pass: other clients have more of them. The type leaves the spellings out; `given` reads them. */
const members = z.looseObject({
  ...optional(ownMembers),
  ...optional(convertedMembers),
  ...(optional(spelledMembers) as object),
});

type WrittenServer = z.output<typeof members>;

const written = withAnyOf(members, ['command', ...(namesOf('url') as 'url'[])], 'needs a "command" or a "url"').refine(
  (server) => server.command === undefined || given(server, 'url') === undefined,
  {
    error: 'has both a "command" and a "url"',
    params: { fix: 'keep the one that is meant' },
  },
);

export const mcpServerSchema = described(written.transform(toServer), 'A program to start, or an address.', {
  command: 'npx',
  args: ['-y', 'some-mcp-server'],
});

/** `::` separates a server's name from its tools' names. */
export const serverName = z
  .string()
  .min(1, 'a server needs a name')
  .regex(/^(?!.*::)/s, 'a server\'s name must not hold "::"')
  .regex(/^(?!custom$)/, '"custom" stands for tools of your own: give the server another name');

/** The names of a member: ours first, then those of other clients. */
export function namesOf(own: OwnName): readonly string[] {
  return [own, ...SPELLINGS.filter(([, as]) => as === own).map(([name]) => name)];
}

/** A member of a server, under whichever of its names it is given. */
export function given<Name extends OwnName>(server: object, own: Name): WrittenServer[Name] | undefined {
  const name = namesOf(own).find((each) => (Reflect.get(server, each) ?? undefined) !== undefined);
  return name === undefined ? undefined : Reflect.get(server, name);
}

/** Is the server left out? Our own name wins over those of other clients. */
export function isDisabled({ disabled, enabled, active, isActive }: Readonly<Record<string, unknown>>): boolean {
  return typeof disabled === 'boolean' ? disabled : [enabled, active, isActive].includes(false);
}

function toServer(server: WrittenServer): Server {
  const url = given(server, 'url');
  if (url !== undefined) {
    const sent = given(server, 'headers') ?? NOTHING;
    return { transport: transportOf(server), url, headers: sent, ...headOf(server) };
  }
  const parts = partsOf(server.command ?? '');
  const cwd = given(server, 'cwd');
  return {
    transport: 'stdio',
    command: parts.command,
    args: [...parts.args, ...(server.args ?? [])],
    env: given(server, 'env') ?? parts.env,
    ...(cwd !== undefined && { cwd }),
    ...headOf(server),
  };
}

/** Has no prototype: a tool called `constructor` has no other name. */
const NOTHING: Readonly<Record<string, never>> = Object.freeze(Object.create(null));

function transportOf(server: WrittenServer): HttpServer['transport'] {
  const type = given(server, 'type');
  if (type === 'sse') return 'sse';
  if (type === undefined) return server.url === undefined && server.httpUrl !== undefined ? 'http' : 'any';
  return /http/i.test(type) ? 'http' : 'any';
}

function partsOf(program: z.output<typeof command>) {
  if (typeof program === 'string') return { command: program, args: [], env: NOTHING };
  if (Array.isArray(program)) return { command: program[0] ?? '', args: program.slice(1), env: NOTHING };
  return { command: program.path, args: program.args ?? [], env: program.env ?? NOTHING };
}

function headOf(server: WrittenServer) {
  const includeTools = given(server, 'includeTools') ?? textsIn(server.tools);
  const { connectMs, toolMs } = timesOf(server);
  return {
    disabled: isDisabled(server),
    always: server.always ?? [],
    ...(includeTools !== undefined && { includeTools }),
    excludeTools: given(server, 'excludeTools') ?? [],
    rename: server.rename ?? NOTHING,
    protocol: server.protocol ?? 'auto',
    ...(server.elicitation !== undefined && { elicitation: server.elicitation }),
    ...(connectMs !== undefined && { connectMs }),
    ...(toolMs !== undefined && { toolMs }),
    ...(server.callsAtOnce !== undefined && { callsAtOnce: server.callsAtOnce }),
  };
}

interface Times {
  readonly connectMs?: number | undefined;
  readonly toolMs?: number | undefined;
}

function timesOf(server: WrittenServer): Times {
  const timeout = timeoutOf(server);
  return {
    connectMs:
      server.connectMs ??
      milliseconds(server.startup_timeout_ms) ??
      milliseconds(server.startup_timeout_sec, 1_000) ??
      timeout.connectMs,
    toolMs: server.toolMs ?? milliseconds(server.tool_timeout_sec, 1_000) ?? timeout.toolMs,
  };
}

/**
 * What clients mean by `timeout`: opencode the time to connect, or both; the others the time for a call, in milliseconds
 * (Claude Code, Gemini CLI, Amazon Q) or in seconds (Cline, Roo, Cherry Studio, up to an hour).
 */
function timeoutOf({ timeout, type, command: program }: WrittenServer): Times {
  if (typeof timeout === 'object') {
    return { connectMs: milliseconds(timeout.startup), toolMs: milliseconds(timeout.request) };
  }
  const isOpencode = type === 'remote' || Array.isArray(program); // `local` is also Copilot's
  if (isOpencode) return { connectMs: milliseconds(timeout) };
  return { toolMs: milliseconds(timeout, (timeout ?? 0) <= MOST_SECONDS ? 1_000 : 1) };
}

const MOST_SECONDS = 3_600;

/** In some clients zero or less means no limit: then ours holds. */
function milliseconds(time: number | undefined, each = 1): number | undefined {
  return time === undefined || time <= 0 ? undefined : Math.min(Math.ceil(time * each), LONGEST_MS);
}

function textsIn(list: unknown): readonly string[] | undefined {
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
}

function toolNames(description: string, example: string) {
  return described(z.array(text()), description, [example]);
}

function variableName() {
  return z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable');
}

function optional<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const all = Object.entries(shape).map(([name, member]) => [name, member.exactOptional()]);
  return Object.fromEntries(all) as { readonly [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}
