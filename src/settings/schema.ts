import { z } from 'zod';
import { BUILTINS, type Connecting } from '../core/index.ts';
import { backendSchema } from './backend.ts';
import { databaseSchema } from './database.ts';
import {
  count,
  described,
  duration,
  host,
  LONGEST_MS,
  named,
  port,
  secret,
  text,
  withAnyOf,
  withDefault,
} from './kinds.ts';
import { limitsSchema } from './limits.ts';
import { elicitations, mcpServerSchema, serverName } from './mcp-server.ts';
import { builtinPattern, formatName, modulePath, pairPattern } from './names.ts';

/** The settings in use, with every default filled in and every secret in clear text. */
export type Settings = Readonly<
  Omit<ParsedSettings, 'backends' | 'databases'> & {
    backends: MayLack<ParsedSettings['backends']>;
    databases: MayLack<ParsedSettings['databases'], { readonly create?: () => Promise<string | undefined> }>;
  }
>;
export type ParsedSettings = z.output<typeof settingsSchema>;
/**
 * Parts of the settings, by name. `lacks` has the environment variables that a part uses but that are not set. `More` is set by
 * Toolpath, never by a user.
 */
type MayLack<Parts extends Record<string, object>, More = unknown> = Readonly<
  Record<string, Parts[string] & { readonly lacks?: readonly string[] } & More>
>;
/** The settings as a user writes them. Fields with a default may be omitted. */
export type SettingsInput = Readonly<z.input<typeof settingsSchema>>;
export type SettingName = Exclude<keyof Settings, '$schema'>;

const chain = z.union([text(), z.array(text())]).transform((given) => [given].flat());

const model = z.strictObject({
  nativeTools: described(
    z.boolean(),
    'Whether the model supports native tool calls. Set it if the server does not report it, or reports it wrongly.',
    true,
  ).exactOptional(),
  parameters: described(
    z.string().regex(/^\d+(\.\d+)?[mbMB]$/, 'expected a size like "8b" or "350m"'),
    'Number of parameters of the model, such as `8b`, which decides how many MCP tools it sees. Set it if the name does not contain the size.',
    '8b',
  ).exactOptional(),
  mcpToolsInPrompt: described(
    toolCount(),
    'Number of MCP tools that this model sees at once, whatever its size.',
    8,
  ).exactOptional(),
  contextTokens: described(
    count(1_000_000_000),
    'Context window of the model, in tokens. Ollama loads the model with this window.',
    32_768,
  ).exactOptional(),
  media: described(
    z.array(z.enum(['image', 'audio'])),
    'Media that the model accepts. It sees those in tool results and gets descriptions of the others. Set it if the server does not report it, or reports it wrongly.',
    ['image'],
  ).exactOptional(),
  mixed: described(z.boolean(), 'Overrides `mixed` for this model.', true).exactOptional(),
  absent: described(z.enum(['gateway', 'none']), 'Overrides `absent` for this model.', 'none').exactOptional(),
});

const hint = (claim: string) =>
  described(z.boolean(), `Matches tools by the hint that ${claim}.`, true).exactOptional();

const rule = withAnyOf(
  z.strictObject({
    tool: described(
      text(),
      'Matches tools by name or `server::tool`; `*` matches any text. A rule that denies, or that names the `server`, also matches the name without the server.',
      'files::write_*',
    ).exactOptional(),
    server: described(
      text(),
      'Matches all tools of an MCP server, by its name. `*` matches any text.',
      'files',
    ).exactOptional(),
    annotations: described(
      z
        .strictObject({
          readOnlyHint: hint('they only read'),
          destructiveHint: hint('they may destroy data'),
          idempotentHint: hint('repeating a call changes nothing'),
          openWorldHint: hint('they reach the outside world'),
        })
        .refine((hints) => Object.keys(hints).length > 0, 'contains no hint')
        .meta({ minProperties: 1 }),
      'Matches tools by the hints that they give about themselves.',
      { destructiveHint: true },
    ).exactOptional(),
    verdict: described(z.enum(['allow', 'deny']), 'Whether a matching call is allowed or denied.', 'deny'),
    reason: described(
      text(),
      'Reason that the caller receives with a denied call.',
      'Ask the owner first.',
    ).exactOptional(),
  }),
  ['tool', 'server', 'annotations'],
  'matches nothing, because it has no "tool", "server" or "annotations"',
);

const filter = z.strictObject({
  builtins: described(z.array(builtinPattern()), 'Built-in tools that may be used. Omit it to allow all.', [
    'tool_search',
  ]).exactOptional(),
  servers: described(z.array(text()), 'MCP servers whose tools may be used. Omit it to allow all.', [
    'files',
  ]).exactOptional(),
  tools: described(z.array(pairPattern()), 'MCP tools that may be used, as `server::tool`. Omit it to allow all.', [
    'files::read_file',
  ]).exactOptional(),
});

const perSize = z.strictObject({
  small: withDefault(
    2,
    toolCount(),
    'Number of MCP tools that a model sees at once if it has less than 7B parameters or its size is unknown.',
  ),
  medium: withDefault(5, toolCount(), 'Number of MCP tools that a model with 7B to 30B parameters sees at once.'),
  large: withDefault(10, toolCount(), 'Number of MCP tools that a model with more than 30B parameters sees at once.'),
});

function toolCount() {
  return count(1_000, 0);
}

const connecting = z.strictObject({
  attempts: withDefault(
    3,
    count(100),
    'Attempts to connect to an MCP server before it is reported as gone. After that, Toolpath retries in the background.',
  ),
  baseDelayMs: withDefault(
    2_000,
    duration(),
    'Delay before the second attempt to connect, in milliseconds. It doubles for each further attempt. Increase it for servers that restart slowly.',
  ),
  longestDelayMs: withDefault(
    300_000,
    duration(),
    'Longest delay between attempts to connect in the background, in milliseconds. Decrease it if lost servers should be back sooner.',
  ),
  connectMs: withDefault(
    30_000,
    duration(),
    'Time limit for one attempt to connect, in milliseconds. Increase it for servers that start slowly.',
  ),
  firstConnectMs: withDefault(
    180_000,
    duration(),
    'Time limit for the first start of a server that may have to download its package (`npx`, `uvx`, `docker run` and others), in milliseconds. It applies until the server has connected once, or an attempt has lasted that long. Increase it on a slow network.',
  ),
  waitMs: withDefault(
    5_000,
    count(LONGEST_MS, 0),
    'How long turns wait for an MCP server that is still connecting, in milliseconds from the start of the server. 0 disables the wait. Increase it if the first turns lack tools.',
  ),
  firstListMs: withDefault(
    30_000,
    count(LONGEST_MS, 0),
    'How long `toolpath mcp` waits with its first tool list for MCP servers that are still starting, in milliseconds from its start. Most MCP clients give up after 60 seconds. Decrease it for a client that gives up sooner.',
  ),
  pingMs: withDefault(
    30_000,
    duration(),
    'Interval of pings to an MCP server that runs no call, in milliseconds. Decrease it to notice lost servers sooner.',
  ),
  elicitation: withDefault(
    'decline',
    elicitations,
    'Answer to an MCP server that asks the user for input. `decline` refuses, `defaults` sends the default values of the form, and `off` does not offer this feature to servers.',
  ),
}) satisfies z.ZodType<Connecting>;

export const settingsSchema = z.strictObject({
  $schema: described(
    z.string(),
    'JSON Schema of this file, which editors use for completion and checks.',
    './toolpath.schema.json',
  ).exactOptional(),
  port: withDefault(18_741, port(), 'Port to listen on. 0 picks a free port.'),
  host: withDefault(
    '127.0.0.1',
    host(),
    'Address to listen on. Other machines can connect only if you set it to `0.0.0.0` or an address of this machine, and set `keys`.',
  ),
  keys: described(
    z.array(secret().min(8)).default([]),
    'API keys that clients may use, each `env:NAME` or at least 8 characters long. Required if other machines can connect.',
    ['env:TOOLPATH_KEY'],
  ),
  model: described(
    chain.prefault([]),
    'Default model, as `backend/name`. In a list, the next model is used if one fails before the first byte of its answer.',
    'local/qwen3:8b',
  ),
  aliases: described(
    named(chain).prefault({}),
    'Additional names for models, each for one model or for a list with fallbacks as in `model`.',
    {
      fast: 'local/qwen3:8b',
    },
  ),
  discover: withDefault(
    'local',
    z.enum(['local', 'all', 'none']),
    'Where to look for models if none is configured. `local` looks for model servers on this machine, `all` also uses API keys in the environment (which costs money), and `none` does not look.',
  ),
  tools: described(
    z.array(modulePath()).default([]),
    'Modules that export custom tools. Paths in toolpath.json are relative to that file. The flag and the environment variable also accept built-in tools, MCP servers and `server::tool`, which restrict the tools as `filter` does.',
    ['./my-tools.ts'],
  ),
  mixed: described(
    z.boolean().default(false),
    "Adds the gateway's tools to the tools that a client sends. If false, a client that sends tools gets only its own.",
    true,
  ),
  absent: described(
    z.enum(['gateway', 'none']).default('gateway'),
    "Tools for a request without `tools`: `gateway` adds the gateway's tools, `none` adds no tools. Set it to `none` for agents that send such requests to get titles and summaries.",
    'none',
  ),
  mixedKeys: described(
    z.array(secret().min(8)).default([]),
    'Turns on `mixed` for the clients that use these keys. The keys must also be in `keys`.',
    ['env:OPENCODE_KEY'],
  ),
  progress: described(
    z.boolean().default(false),
    "Adds short notes to the model's reasoning while the gateway's tools run. Turn it on if users should see which tools are running.",
    true,
  ),
  shedTools: described(
    z.boolean().default(true),
    "Drops gateway tools, the least relevant first, if a prompt does not fit the model's context window. If false, such a request fails.",
    false,
  ),
  prompt: described(
    text(),
    "Base prompt, which is placed before the client's own instructions.",
    'You are the assistant of a small library.',
  ).exactOptional(),
  backends: described(
    named(backendSchema, z.string().regex(/^[^/]+$/, 'the name of a backend must not contain "/"')).prefault({}),
    'Model servers, by name. A model is then requested as `backend/name`.',
    { up: { kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1' } },
  ),
  models: described(
    named(model).prefault({}),
    'Properties of models, by `backend/name` or alias. Set them if Toolpath cannot find them out itself.',
    {
      'local/qwen3:8b': { nativeTools: true, parameters: '8b' },
    },
  ),
  mcpServers: described(
    named(mcpServerSchema, serverName).prefault({}),
    'MCP servers, by name. Entries from the settings of Claude, Cursor, VS Code and other clients can be pasted here.',
    {
      files: { command: 'npx', args: ['-y', 'some-mcp-server'] },
    },
  ),
  databases: described(named(databaseSchema).prefault({}), 'Databases that the built-in tools may query, by name.', {
    shop: { url: 'sqlite:./shop.db' },
  }),
  builtins: described(
    z.array(z.enum(BUILTINS)).default([...BUILTINS]),
    'Built-in tools that are enabled. Remove a tool from the list to turn it off.',
    ['tool_search'],
  ),
  python: described(
    z
      .strictObject({
        engines: described(
          z.array(z.enum(['monty', 'pyodide'])).default(['monty', 'pyodide']),
          'Engines that run Python programs. `monty` is small and starts in milliseconds; programs that it does not support run in `pyodide`, a complete CPython.',
          ['monty'],
        ),
        cache: withDefault(
          '.toolpath',
          text(),
          'Folder for the memory snapshot of `pyodide` (about 30 MB), from which its processes start quickly.',
        ),
      })
      .prefault({}),
    'How `python_execution` runs programs.',
    { engines: ['monty'] },
  ),
  formats: described(
    z
      .strictObject({
        enabled: described(
          z.array(formatName()).default(['native', 'family', 'code']),
          "Formats in which tool calls are understood. `family` is the format of the model's family.",
          ['native', 'hermes'],
        ),
        primary: withDefault(
          'native',
          formatName(),
          'Format that the model is asked to use, if it is enabled and the model supports it. Otherwise the first such format in `formats.enabled` is used.',
        ),
      })
      .prefault({}),
    'Formats of tool calls.',
    { enabled: ['native', 'hermes'], primary: 'hermes' },
  ),
  filter: described(
    filter.prefault({}),
    'Restricts the tools that may be used. An omitted list allows everything; a tool must pass every list that you set. `*` matches any text, and `custom` is the server name of custom tools.',
    { servers: ['files'] },
  ),
  mcpToolsInPrompt: described(
    perSize.prefault({}),
    'Number of MCP tools that a model sees at once, by its size. It finds the others with `tool_search`.',
    { small: 3 },
  ),
  parameterNames: described(
    named(named(text())).prefault({}),
    "Renames of parameters, by tool: maps the name that models write to the tool's own name. Use it if models keep using a wrong name.",
    { 'zwave::control_zwave_device': { device_name: 'deviceName' } },
  ),
  permit: described(
    z
      .array(
        described(rule, 'A rule. It matches a call if all of its conditions match.', {
          server: 'files',
          verdict: 'deny',
        }),
      )
      .default([]),
    'Rules that allow or deny tool calls. The first rule that matches decides; a call that no rule matches is allowed.',
    [{ annotations: { destructiveHint: true }, verdict: 'deny' }],
  ),
  mcp: described(connecting.prefault({}), 'How Toolpath connects to MCP servers.', { attempts: 5 }),
  store: described(
    z
      .string()
      .regex(/^(?:memory|sqlite:.+)$/, 'expected "memory" or "sqlite:FILE"')
      .default('sqlite:.toolpath/store.db'),
    'Where conversations are stored between requests: `memory` (lost on restart) or `sqlite:FILE`.',
    'memory',
  ),
  limits: described(limitsSchema.prefault({}), 'Limits for turns, tool calls, requests, backends and MCP servers.', {
    toolMs: 30_000,
  }),
  log: described(
    z
      .strictObject({
        level: described(
          z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
          'Lowest level of the lines that are logged. Set it to `debug` to find the cause of a problem.',
          'debug',
        ),
      })
      .prefault({}),
    'Log lines, which are written to stderr.',
    { level: 'debug' },
  ),
});
