import { z } from 'zod';
import { BACKEND_KINDS, BUILTINS, SERVER_NAMES } from '../core/index.ts';
import { connectingSchema } from './connecting.ts';
import { formatName } from './format-name.ts';
import { address, count, described, headers, host, named, port, secret, text, withAnyOf } from './kinds.ts';
import { limitsSchema } from './limits.ts';
import { mcpServerSchema, serverName } from './mcp-server.ts';
import { filterSchema, modulePath, perSizeSchema, toolCount } from './selection.ts';

/** `toolpath.json` as it is used: every default filled in, every secret in clear. */
export type Settings = Readonly<z.output<typeof settingsSchema>>;
/** As it is written: what has a default may be left out. */
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

export const settingsSchema = z.strictObject({
  $schema: described(
    z.string(),
    'The JSON Schema of this file, for editors.',
    './toolpath.schema.json',
  ).exactOptional(),
  port: described(port().default(18_741), 'The port to listen on; 0 takes a free one.', 18_741),
  host: described(host().default('127.0.0.1'), 'The address to listen on.', '127.0.0.1'),
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
  discover: described(
    z.enum(['local', 'all', 'none']).default('local'),
    'Where no model is configured: look for servers on this machine, also for keys in the environment (which costs money), or for nothing.',
    'local',
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
        primary: described(
          formatName().default('native'),
          'The one that the model is told, if it is enabled and the model can; else the first that is.',
          'native',
        ),
      })
      .prefault({}),
    'How tool calls are written.',
    { enabled: ['native', 'hermes'], primary: 'hermes' },
  ),
  filter: described(
    filterSchema.prefault({}),
    'What may be used at all; what is absent allows everything. `*` stands for anything, `custom` for the server of custom tools.',
    { servers: ['files'] },
  ),
  mcpToolsInPrompt: described(
    perSizeSchema.prefault({}),
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
  mcp: described(connectingSchema.prefault({}), 'Connections to MCP servers.', { attempts: 5 }),
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
