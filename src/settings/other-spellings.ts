import { z } from 'zod';
import { described, named, secret, text } from './kinds.ts';

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
    environment: described(named(secret()), 'As `env`, in the files of opencode.', {
      API_KEY: 'env:API_KEY',
    }).exactOptional(),
    http_headers: described(named(secret()), 'As `headers`, in the files of Codex.', {
      Authorization: 'Bearer env:WIKI_TOKEN',
    }).exactOptional(),
    enabled: described(z.boolean(), 'The opposite of `disabled`.', true).exactOptional(),
    enabledTools: tools('As `includeTools`.'),
    disabledTools: tools('As `excludeTools`.'),
    enabled_tools: tools('As `includeTools`, in the files of Codex.'),
    disabled_tools: tools('As `excludeTools`, in the files of Codex.'),
    tools: described(z.unknown(), 'As `includeTools` where it is a list, in the files of Copilot.', [
      '*',
    ]).exactOptional(),
    timeout: described(z.number(), 'As `toolMs`; below 1000 in seconds.', 60).exactOptional(),
    startup_timeout_ms: described(z.number(), 'As `connectMs`, in the files of Codex.', 30_000).exactOptional(),
    startup_timeout_sec: described(z.number(), 'As `connectMs`, in seconds.', 30).exactOptional(),
    tool_timeout_sec: described(z.number(), 'As `toolMs`, in seconds.', 60).exactOptional(),
  };
}

function tools(description: string) {
  return described(z.array(text()), description, ['read_*']).exactOptional();
}
