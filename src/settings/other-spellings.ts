import { z } from 'zod';
import { described, headers, named, secret, text } from './kinds.ts';

/** The ways to reach a server, as clients write them. */
export const transports = z.enum([
  'stdio',
  'http',
  'streamable-http',
  'streamableHttp',
  'streamable_http',
  'sse',
  'local',
  'remote',
]);

const example = 'https://example.com/mcp';

/** What other clients write for members of ours, so that theirs can be pasted. Ours count more where both are given. */
export function otherSpellings(address: z.ZodString) {
  return {
    transport: described(transports, 'As `type`, in the files of FastMCP and LangChain.', 'http').exactOptional(),
    transportType: described(transports, 'As `type`, in older files of Cline.', 'stdio').exactOptional(),
    serverUrl: described(address, 'As `url`, in the files of Windsurf and Antigravity.', example).exactOptional(),
    httpUrl: described(address, 'As `url` of type `http`, in the files of Gemini CLI.', example).exactOptional(),
    baseUrl: described(address, 'As `url`, in the files of Cherry Studio.', example).exactOptional(),
    environment: described(named(secret()), 'As `env`, in the files of opencode.', {
      API_KEY: 'env:API_KEY',
    }).exactOptional(),
    env_vars: described(
      z.array(z.union([text(), z.looseObject({ name: text() })])),
      'Variables that are passed on to the program where they are set, in the files of Codex.',
      ['API_KEY'],
    ).exactOptional(),
    http_headers: described(headers(), 'As `headers`, in the files of Codex.', {
      Authorization: 'Bearer env:WIKI_TOKEN',
    }).exactOptional(),
    env_http_headers: described(
      named(variableName()),
      'Headers by the variables that hold them, in the files of Codex.',
      {
        'X-Api-Key': 'API_KEY',
      },
    ).exactOptional(),
    bearer_token_env_var: described(
      variableName(),
      'The variable that holds the token of `Authorization: Bearer`, in the files of Codex.',
      'WIKI_TOKEN',
    ).exactOptional(),
    working_directory: described(text(), 'As `cwd`, in the files of Warp.', './data').exactOptional(),
    enabled: described(z.boolean(), 'The opposite of `disabled`.', true).exactOptional(),
    active: described(z.boolean(), 'As `enabled`, in the files of Jan.', true).exactOptional(),
    isActive: described(z.boolean(), 'As `enabled`, in the files of Cherry Studio.', true).exactOptional(),
    enabledTools: tools('As `includeTools`.'),
    disabledTools: tools('As `excludeTools`.'),
    enabled_tools: tools('As `includeTools`, in the files of Codex.'),
    disabled_tools: tools('As `excludeTools`, in the files of Codex.'),
    tools: described(z.unknown(), 'As `includeTools` where it is a list, in the files of Copilot.', [
      '*',
    ]).exactOptional(),
    timeout: described(
      z.union([z.number(), z.looseObject({ startup: milliseconds(), request: milliseconds() })]),
      'As `toolMs`; up to 3600 in seconds. In the files of opencode as `connectMs`, or both: `{ "startup": 30000, "request": 60000 }`.',
      60,
    ).exactOptional(),
    startup_timeout_ms: described(z.number(), 'As `connectMs`, in the files of Codex.', 30_000).exactOptional(),
    startup_timeout_sec: described(z.number(), 'As `connectMs`, in seconds.', 30).exactOptional(),
    tool_timeout_sec: described(z.number(), 'As `toolMs`, in seconds.', 60).exactOptional(),
  };
}

function variableName() {
  return z.string().regex(/^[A-Za-z_]\w*$/, 'expected the name of a variable');
}

function milliseconds() {
  return z.number().exactOptional();
}

function tools(description: string) {
  return described(z.array(text()), description, ['read_*']).exactOptional();
}
