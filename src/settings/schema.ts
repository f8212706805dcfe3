import { z } from 'zod';
import { BACKEND_KINDS, BUILTINS, type Connecting, SERVER_NAMES } from '../core/index.ts';
import {
  address,
  count,
  described,
  duration,
  headers,
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

/** The settings in use: every default filled in, every secret in clear. */
export type Settings = Readonly<z.output<typeof settingsSchema>>;
/** The settings as written: members with a default may be left out. */
export type SettingsInput = Readonly<z.input<typeof settingsSchema>>;
export type SettingName = Exclude<keyof Settings, '$schema'>;

const chain = z.union([text(), z.array(text())]).transform((given) => [given].flat());

const backend = z.strictObject({
  kind: described(z.enum(BACKEND_KINDS), 'The wire it speaks.', 'openai'),
  server: described(
    z.enum(SERVER_NAMES),
    'Which of the servers that speak chat completions it is, where its address does not tell; a hosted one needs no baseUrl then.',
    'groq',
  ).exactOptional(),
  baseUrl: described(address(), 'Where it answers.', 'http://127.0.0.1:8000/v1').exactOptional(),
  apiKey: described(secret().min(1), 'Its key.', 'env:UP_KEY').exactOptional(),
  headers: described(headers(), 'Headers of every request to it.', {
    'X-Org': 'env:UP_ORG',
  }).exactOptional(),
  keepAlive: described(
    z.union([text(), z.number()]),
    'How long Ollama keeps a model loaded after a request: a duration, or -1 for ever.',
    '30m',
  ).exactOptional(),
});

const model = z.strictObject({
  nativeTools: described(z.boolean(), 'Whether it does native tool calling.', true).exactOptional(),
  parameters: described(
    z.string().regex(/^\d+(\.\d+)?[mbMB]$/, 'expected a size like "8b" or "350m"'),
    'Its size, which decides how many tools it sees.',
    '8b',
  ).exactOptional(),
  mcpToolsInPrompt: described(
    toolCount(),
    'How many MCP tools are described to it, whatever its size.',
    8,
  ).exactOptional(),
  contextTokens: described(
    count(1_000_000_000),
    'Its context window, in tokens; Ollama loads it with that much.',
    32_768,
  ).exactOptional(),
  mixed: described(z.boolean(), 'As `mixed`, for this model.', true).exactOptional(),
  absent: described(z.enum(['gateway', 'none']), 'As `absent`, for this model.', 'none').exactOptional(),
});

const database = z.strictObject({
  url: described(secret().min(1), 'Where it is.', 'sqlite:./shop.db'),
  disabled: described(z.boolean(), 'Leaves the database out.', true).exactOptional(),
});

const hint = (claim: string) =>
  described(z.boolean(), `Matches by whether the tool says that ${claim}.`, true).exactOptional();

const rule = withAnyOf(
  z.strictObject({
    tool: described(
      text(),
      'Tools by name or `server::tool`; `*` stands for anything.',
      'files::write_*',
    ).exactOptional(),
    server: described(text(), 'Servers by name; `*` stands for anything.', 'files').exactOptional(),
    annotations: described(
      z
        .strictObject({
          readOnlyHint: hint('it only reads'),
          destructiveHint: hint('it may destroy'),
          idempotentHint: hint('repeating it changes nothing'),
          openWorldHint: hint('it reaches the outside world'),
        })
        .refine((hints) => Object.keys(hints).length > 0, 'names no hint')
        .meta({ minProperties: 1 }),
      'What the tool says of itself.',
      { destructiveHint: true },
    ).exactOptional(),
    verdict: described(z.enum(['allow', 'deny']), 'What happens to a call.', 'deny'),
    reason: described(text(), 'What the caller is told.', 'Ask the owner first.').exactOptional(),
  }),
  ['tool', 'server', 'annotations'],
  'matches nothing: it names neither "tool" nor "server" nor "annotations"',
);

const filter = z.strictObject({
  builtins: described(z.array(builtinPattern()), 'Only these built-in tools.', ['tool_search']).exactOptional(),
  servers: described(z.array(text()), 'Only these servers.', ['files']).exactOptional(),
  tools: described(z.array(pairPattern()), 'Only these tools, as `server::tool`.', [
    'files::read_file',
  ]).exactOptional(),
});

const perSize = z.strictObject({
  small: withDefault(2, toolCount(), 'MCP tools that are described to a model under 7B, or of unknown size.'),
  medium: withDefault(5, toolCount(), 'MCP tools that are described to a model from 7B to 30B.'),
  large: withDefault(10, toolCount(), 'MCP tools that are described to a model above 30B.'),
});

function toolCount() {
  return count(1_000, 0);
}

const connecting = z.strictObject({
  attempts: withDefault(3, count(100), 'Attempts to connect to a server.'),
  baseDelayMs: withDefault(
    2_000,
    duration(),
    'The wait before the second attempt, in milliseconds; it doubles for each further one.',
  ),
  longestDelayMs: withDefault(
    300_000,
    duration(),
    'The longest pause between attempts in the background, in milliseconds.',
  ),
  connectMs: withDefault(
    30_000,
    duration(),
    'Time for one attempt, in milliseconds; packages may have to be downloaded first.',
  ),
  waitMs: withDefault(
    5_000,
    count(LONGEST_MS, 0),
    'How long a turn waits for servers that are still connecting, in milliseconds.',
  ),
  pingMs: withDefault(
    30_000,
    duration(),
    'Silence after which a server is asked whether it is there, in milliseconds.',
  ),
  elicitation: withDefault(
    'decline',
    elicitations,
    'What a server hears that asks the user for input: no, the defaults of its form, or that asking is not possible.',
  ),
}) satisfies z.ZodType<Connecting>;

export const settingsSchema = z.strictObject({
  $schema: described(
    z.string(),
    'The JSON Schema of this file, for editors.',
    './toolpath.schema.json',
  ).exactOptional(),
  port: withDefault(18_741, port(), 'The port to listen on; 0 takes a free one.'),
  host: withDefault('127.0.0.1', host(), 'The address to listen on.'),
  keys: described(
    z.array(secret().min(8)).default([]),
    'The keys that clients may use, each `env:NAME` or at least 8 characters; needed when listening beyond this machine.',
    ['env:TOOLPATH_KEY'],
  ),
  model: described(
    chain.prefault([]),
    'The default model, `backend/name`; of a list the next is asked where one fails before its first byte.',
    'up/mock',
  ),
  aliases: described(named(chain).prefault({}), 'Other names for models, or for lists of them as in `model`.', {
    fast: 'up/mock',
  }),
  discover: withDefault(
    'local',
    z.enum(['local', 'all', 'none']),
    'Where no model is configured: look for servers on this machine, also for keys in the environment (which costs money), or for nothing.',
  ),
  tools: described(
    z.array(modulePath()).default([]),
    'Modules with custom tools; a path in toolpath.json is relative to that file. The flag and the variable also take what may be used, as `filter` does: built-in tools, servers and `server::tool`.',
    ['./my-tools.ts'],
  ),
  mixed: described(z.boolean().default(false), "Adds the gateway's tools to those that a client lists itself.", true),
  absent: described(
    z.enum(['gateway', 'none']).default('gateway'),
    "What a request without `tools` gets: the gateway's, or none. Agents ask so for titles and summaries.",
    'none',
  ),
  mixedKeys: described(z.array(secret().min(8)).default([]), 'As `mixed`, for the clients that use these keys.', [
    'env:OPENCODE_KEY',
  ]),
  progress: described(
    z.boolean().default(false),
    "While the gateway's tools run, tells so in short notes among the model's reasoning.",
    true,
  ),
  shedTools: described(
    z.boolean().default(true),
    "Leaves gateway tools out, the least relevant first, where a prompt would not fit the model's window; otherwise that is an error.",
    false,
  ),
  prompt: described(
    text(),
    "The base prompt: stands before the client's own instructions.",
    'You are the assistant of a small library.',
  ).exactOptional(),
  backends: described(
    named(backend, z.string().regex(/^[^/]+$/, 'a backend\'s name must not hold "/"')).prefault({}),
    'The servers that answer, by name.',
    { up: { kind: 'openai', baseUrl: 'http://127.0.0.1:8000/v1' } },
  ),
  models: described(named(model).prefault({}), 'Facts about models, by `backend/name` or alias.', {
    'up/mock': { nativeTools: true, parameters: '8b' },
  }),
  mcpServers: described(
    named(mcpServerSchema, serverName).prefault({}),
    'MCP servers by name, as in the files of Claude, Cursor, VS Code and others.',
    {
      files: { command: 'npx', args: ['-y', 'some-mcp-server'] },
    },
  ),
  databases: described(named(database).prefault({}), 'Databases that may be queried, by name.', {
    shop: { url: 'sqlite:./shop.db' },
  }),
  builtins: described(z.array(z.enum(BUILTINS)).default([...BUILTINS]), 'The built-in tools that are enabled.', [
    'tool_search',
  ]),
  formats: described(
    z
      .strictObject({
        enabled: described(
          z.array(formatName()).default(['native', 'family', 'code']),
          "Ways to write tool calls that are understood; `family` is the model family's own.",
          ['native', 'hermes'],
        ),
        primary: withDefault(
          'native',
          formatName(),
          'The one that the model is told, if it is enabled and the model can; else the first that is.',
        ),
      })
      .prefault({}),
    'How tool calls are written.',
    { enabled: ['native', 'hermes'], primary: 'hermes' },
  ),
  filter: described(
    filter.prefault({}),
    'What may be used at all; what is absent allows everything. `*` stands for anything, `custom` for the server of custom tools.',
    { servers: ['files'] },
  ),
  mcpToolsInPrompt: described(
    perSize.prefault({}),
    'How many MCP tools are described to a model, by its size; the others are searched for.',
    { small: 3 },
  ),
  parameterNames: described(
    named(named(text())).prefault({}),
    "New names for parameters that models write differently, by tool: from the model's to the tool's.",
    { 'zwave::control_zwave_device': { device_name: 'deviceName' } },
  ),
  permit: described(
    z.array(described(rule, 'Matches when all that it names does.', { server: 'files', verdict: 'deny' })).default([]),
    'Which calls are allowed: the first rule that matches decides, and where none does the call is allowed.',
    [{ annotations: { destructiveHint: true }, verdict: 'deny' }],
  ),
  mcp: described(connecting.prefault({}), 'Connections to MCP servers.', { attempts: 5 }),
  store: described(
    z
      .string()
      .regex(/^(?:memory|sqlite:.+)$/, 'expected "memory" or "sqlite:FILE"')
      .default('sqlite:.toolpath/store.db'),
    'Where conversations are kept between two requests.',
    'memory',
  ),
  limits: described(limitsSchema.prefault({}), 'The bounds of every turn, call and request.', { toolMs: 30_000 }),
  log: described(
    z
      .strictObject({
        level: described(
          z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
          'The least important lines that are written.',
          'debug',
        ),
      })
      .prefault({}),
    'What is logged, to stderr.',
    { level: 'debug' },
  ),
});

/** Settings that are checked but have no effect yet: a user who gives one is warned. */
export const unusedYet: readonly SettingName[] = ['databases'];
