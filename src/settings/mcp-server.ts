import { z } from 'zod';
import type { HttpServer, Server } from '../core/index.ts';
import { address, count, described, duration, headers, LONGEST_MS, named, secret, text, withAnyOf } from './kinds.ts';

export const elicitations = z.enum(['decline', 'defaults', 'off']);

/** The address of a server. As written, it may contain placeholders, which are replaced before it is checked. */
const serverAddress = z
  .string()
  .refine((url) => address().safeParse(url).success, {
    error: ({ input }) => address().safeParse(input).error?.issues[0]?.message,
  })
  .meta({ pattern: '^$|^https?://|^env:|\\$|\\{env:' });

/** A string; in files of opencode a list that includes the arguments; in files of older versions of Zed an object. */
const command = z.union([
  z.string(),
  z.array(described(z.string(), 'Program, or one of its arguments.', 'some-mcp-server')),
  z.looseObject({
    path: described(z.string(), 'Program to start.', 'npx'),
    args: z.array(z.string()).exactOptional(),
    env: named(secret()).exactOptional(),
  }),
]);

const ownMembers = {
  type: described(
    z.enum(['stdio', 'http', 'streamable-http', 'streamableHttp', 'streamable_http', 'sse', 'local', 'remote']),
    'Transport of the server. Usually unnecessary: a server with `command` uses `stdio`, and a server with `url` is tried with `http` and then with the older `sse`.',
    'http',
  ),
  command: described(
    command.refine((program) => partsOf(program).command !== '', 'must not be empty'),
    'Program to start.',
    'npx',
  ),
  args: described(z.array(z.string()), 'Arguments of the program.', ['-y', 'some-mcp-server']),
  env: described(
    named(secret()),
    'Environment variables of the program. It inherits only a few: those that most programs need, and those for certificates, proxies and package registries.',
    {
      API_KEY: 'env:API_KEY',
    },
  ),
  // values.ts converts it to `env` before the schema checks the server.
  inheritEnv: described(
    z.array(variableName()),
    'Names of further environment variables that the program inherits if they are set.',
    ['GIT_SSL_CAINFO'],
  ),
  cwd: described(text(), 'Directory in which the program runs. Default: the directory of this file.', './data'),
  url: described(serverAddress, 'Address of a server on the network.', 'https://example.com/mcp'),
  headers: described(headers(), 'Headers for every request to the server.', { Authorization: 'Bearer env:WIKI_TOKEN' }),
  disabled: described(z.boolean(), 'Set to true to ignore the server.', true),
  always: toolNames('Tools that models always see, without a search.', 'read_file'),
  includeTools: toolNames(
    "Tools to use, by the server's own names. `*` matches any text. Omit it to use all.",
    'read_*',
  ),
  excludeTools: toolNames("Tools to leave out, by the server's own names. `*` matches any text.", 'write_*'),
  rename: described(named(text()), "New names for tools: maps the server's own name to the new one.", {
    read_file: 'read',
  }),
  protocol: described(
    z.enum(['auto', 'legacy', 'modern']),
    'Version of MCP that the server speaks: `modern` is 2026-07-28 and later, `legacy` is older, and `auto` detects it.',
    'legacy',
  ),
  elicitation: described(elicitations, 'Overrides `mcp.elicitation` for this server.', 'defaults'),
  connectMs: described(duration(), 'Overrides `mcp.connectMs` for this server, in milliseconds.', 60_000),
  toolMs: described(duration(), 'Overrides `limits.toolMs` for the tools of this server, in milliseconds.', 120_000),
  callsAtOnce: described(
    count(100_000),
    'Maximum number of calls to this server that run at once. Decrease it if the server handles only one at a time.',
    1,
  ),
};

type OwnName = keyof typeof ownMembers;

/** Names that other clients use for our fields, so that their servers can be pasted. Our name wins, then the first in this table. */
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

/** Fields of other clients that must be converted to ours. */
const convertedMembers = {
  enabled: described(z.boolean(), 'Opposite of `disabled`.', true),
  active: described(z.boolean(), 'Same as `enabled`, in files of Jan.', true),
  isActive: described(z.boolean(), 'Same as `enabled`, in files of Cherry Studio.', true),
  tools: described(z.unknown(), 'Same as `includeTools` if it is a list, in files of Copilot.', ['*']),
  timeout: described(
    z.union([z.number(), z.looseObject({ startup: z.number().exactOptional(), request: z.number().exactOptional() })]),
    'Same as `toolMs`; a value up to 3600 is in seconds. In files of opencode the same as `connectMs`, or both: `{ "startup": 30000, "request": 60000 }`.',
    60,
  ),
  startup_timeout_ms: described(z.number(), 'Same as `connectMs`, in files of Codex.', 30_000),
  startup_timeout_sec: described(z.number(), 'Same as `connectMs`, but in seconds.', 30),
  tool_timeout_sec: described(z.number(), 'Same as `toolMs`, but in seconds.', 60),
  // The next three name environment variables. values.ts converts them to `env` and `headers` before the schema checks the server.
  env_vars: described(
    z.array(z.union([text(), z.looseObject({ name: text() })])),
    'Environment variables that are passed to the program if they are set, in files of Codex.',
    ['API_KEY'],
  ),
  env_http_headers: described(
    named(variableName()),
    'Headers, with the environment variables that contain their values, in files of Codex.',
    { 'X-Api-Key': 'API_KEY' },
  ),
  bearer_token_env_var: described(
    variableName(),
    'Environment variable that contains the token for `Authorization: Bearer`, in files of Codex.',
    'WIKI_TOKEN',
  ),
};

/** Our fields under the names in {@link SPELLINGS}. */
const spelledMembers = Object.fromEntries(
  SPELLINGS.map(([name, own, clients]) => {
    const schema: z.ZodType = ownMembers[own];
    return [
      name,
      described(schema, `Same as \`${own}\`, in files of ${clients}.`, [schema.meta()?.examples].flat()[0]),
    ];
  }),
);

/**
 * All fields of a server. Unknown fields are accepted, because other clients have more. The type omits the spellings; use
 * `given` to read them.
 */
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
    params: { fix: 'remove one of them' },
  },
);

export const mcpServerSchema = described(
  written.transform(toServer),
  'An MCP server: a program to start, or an address.',
  {
    command: 'npx',
    args: ['-y', 'some-mcp-server'],
  },
);

/** Name of a server. It must not contain `::`, which separates it from the names of its tools. */
export const serverName = z
  .string()
  .min(1, 'the name of a server must not be empty')
  .regex(/^(?!.*::)/s, 'the name of a server must not contain "::"')
  .regex(/^(?!custom$)/, 'the name "custom" is reserved for custom tools');

/** Returns the names of a field: ours first, then those of other clients. */
export function namesOf(own: OwnName): readonly string[] {
  return [own, ...SPELLINGS.filter(([, as]) => as === own).map(([name]) => name)];
}

/** Returns a field of a server, under the first of its names that is set. */
export function given<Name extends OwnName>(server: object, own: Name): WrittenServer[Name] | undefined {
  const name = namesOf(own).find((each) => (Reflect.get(server, each) ?? undefined) !== undefined);
  return name === undefined ? undefined : Reflect.get(server, name);
}

/** True if the server is disabled. Our own field wins over those of other clients. */
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

/** An empty object without a prototype, so that a tool called `constructor` is not found in it. */
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
 * Interprets `timeout`, which differs between clients: in opencode it is the time to connect, or both times; in the others it
 * is the time for a call, in milliseconds (Claude Code, Gemini CLI, Amazon Q) or in seconds (Cline, Roo, Cherry Studio; up to
 * an hour).
 */
function timeoutOf({ timeout, type, command: program }: WrittenServer): Times {
  if (typeof timeout === 'object') {
    return { connectMs: milliseconds(timeout.startup), toolMs: milliseconds(timeout.request) };
  }
  const isOpencode = type === 'remote' || Array.isArray(program); // Copilot also writes `local`
  if (isOpencode) return { connectMs: milliseconds(timeout) };
  return { toolMs: milliseconds(timeout, (timeout ?? 0) <= MOST_SECONDS ? 1_000 : 1) };
}

const MOST_SECONDS = 3_600;

/** Returns undefined for zero or less, which means "no limit" in some clients: our own limit then applies. */
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
  return z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of an environment variable');
}

function optional<Shape extends Readonly<Record<string, z.ZodType>>>(shape: Shape) {
  const all = Object.entries(shape).map(([name, member]) => [name, member.exactOptional()]);
  return Object.fromEntries(all) as { readonly [Name in keyof Shape]: z.ZodExactOptional<Shape[Name]> };
}
