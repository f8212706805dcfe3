import { z } from 'zod';
import { BACKEND_KINDS, SERVER_NAMES } from '../core/index.ts';
import { address, described, headers, secret, text } from './kinds.ts';

/** A backend of the setting `backends`. */
export const backendSchema = z.strictObject({
  kind: described(
    z.enum(BACKEND_KINDS),
    'API that the backend speaks. Use `openai` for any server with chat completions. `claude-agent` asks the Claude Agent SDK. `cursor` and `acp` are reserved for later versions.',
    'openai',
  ),
  server: described(
    z.enum(SERVER_NAMES),
    'Provider or server software behind the `openai` API. Set it if the address does not identify it; a hosted provider then needs no `baseUrl`.',
    'groq',
  ).exactOptional(),
  baseUrl: described(
    address(),
    'Address of the backend. Hosted providers that Toolpath knows do not need it.',
    'http://127.0.0.1:8000/v1',
  ).exactOptional(),
  apiKey: described(
    secret().min(1),
    'API key of the backend. Write `env:NAME` to read it from an environment variable.',
    'env:UP_KEY',
  ).exactOptional(),
  headers: described(headers(), 'Additional headers for every request to the backend.', {
    'X-Org': 'env:UP_ORG',
  }).exactOptional(),
  executable: described(
    text(),
    'Path of the Claude Code program for a `claude-agent` backend. By default, the program of the Claude Agent SDK is used.',
    '/usr/local/bin/claude',
  ).exactOptional(),
  keepAlive: described(
    z.union([text(), z.number()]),
    'How long Ollama keeps a model loaded after a request: a duration such as `30m`, a number of seconds, or -1 for no limit.',
    '30m',
  ).exactOptional(),
});
