// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';

function told(text: string): string {
  const result = settingsFrom([readDocument(text, 'toolpath.json', '/project/toolpath.json')], {});
  return result.ok ? '' : renderProblems(result.problems);
}

test.each(['servers', 'context_servers'])('MCP servers under the name %s get a fix that names mcpServers', (name) => {
  const text = JSON.stringify({ [name]: { it: { command: 'x' } } });
  expect(settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], {})).toMatchObject({
    problems: [{ fix: 'did you mean "mcpServers"?' }],
  });
});

test.each<[string, object, string]>([
  ['opencode', { mcp: { files: { type: 'local', command: ['x'] } } }, 'move it to "mcpServers"'],
  ['opencode, newer', { mcp: { servers: { files: {} } } }, 'move it to "mcpServers"'],
  ['Gemini CLI', { mcp: { allowed: [] } }, 'remove it, or use one of attempts, '],
  [
    'VS Code',
    { inputs: [{ id: 'a' }] },
    'remove it; put the value that it asks for in an environment variable, and write ${env:NAME}',
  ],
  [
    'Continue',
    { mcpServers: [{ name: 'a', command: 'x' }] },
    'write an object with a name for each item: { "name": { … } }',
  ],
])('Settings that %s keeps in another place get a fix with the right place', (_, file, fix) => {
  const result = settingsFrom([readDocument(JSON.stringify(file), 'toolpath.json', '/toolpath.json')], {});
  expect(result).toMatchObject({ problems: [{ fix: expect.stringContaining(fix) }] });
});

test('Problems with an MCP server are reported with line, column and fix', () => {
  const text = `{ "mcpServers": {
  "a::b": { "command": "x" },
  "": { "command": "x" },
  "both": { "command": "x", "serverUrl": "https://example.com" },
  "no-way": { "args": [] },
  "words": { "command": "x", "protocol": "moderm", "elicitation": "ask", "type": "websocket" },
  "numbers": { "command": "x", "toolMs": 0, "timeout": "60", "callsAtOnce": 1.5 },
  "empty": { "command": [] },
  "address": { "httpUrl": "example.com", "rename": { "a": 1 } },
  "list": [], "null": null
} }`;
  expect(told(text)).toMatchInlineSnapshot(`
    "toolpath.json is invalid (15 problems):
      line 2, column 3    mcpServers["a::b"]: the name of a server must not contain "::".  Fix: choose another name
      line 3, column 3    mcpServers[""]: the name of a server must not be empty.  Fix: choose another name
      line 4, column 11   mcpServers.both: has both a "command" and a "url".  Fix: remove one of them
      line 5, column 13   mcpServers.no-way: needs a "command" or a "url".  Fix: "no-way": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 6, column 42   mcpServers.words.protocol: expected "auto", "legacy" or "modern", got "moderm".  Fix: did you mean "modern"?
      line 6, column 67   mcpServers.words.elicitation: expected "decline", "defaults" or "off", got a string.  Fix: "elicitation": "defaults"
      line 6, column 82   mcpServers.words.type: expected "stdio", "http", "streamable-http", "streamableHttp", "streamable_http", "sse", "local" or "remote", got a string.  Fix: "type": "http"
      line 7, column 42   mcpServers.numbers.toolMs: expected a whole number from 1 to 2147483647, got a number.  Fix: "toolMs": 120000
      line 7, column 56   mcpServers.numbers.timeout: expected a number or an object, got a string.  Fix: "timeout": 60
      line 7, column 77   mcpServers.numbers.callsAtOnce: expected a whole number, got a number.  Fix: "callsAtOnce": 1
      line 8, column 25   mcpServers.empty.command: must not be empty.  Fix: "command": "npx"
      line 9, column 27   mcpServers.address.httpUrl: expected an http or https address.  Fix: "httpUrl": "https://example.com/mcp"
      line 9, column 59   mcpServers.address.rename.a: expected a string, got a number.  Fix: "rename": { "read_file": "read" }
      line 10, column 11  mcpServers.list: expected an object, got an empty list.  Fix: "list": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 10, column 23  mcpServers.null: expected an object, got null.  Fix: "null": { "command": "npx", "args": ["-y", "some-mcp-server"] }"
  `);
});

test('Problems within a command, headers, an address and fields of Codex are reported with line, column and fix', () => {
  const text = `{ "mcpServers": {
  "parts": { "command": { "path": 5 } }, "pieces": { "command": ["npx", null] },
  "codex": { "url": "https://example.com", "bearer_token_env_var": "NOPE", "env_http_headers": { "X-A": "sk-1" } },
  "more": { "url": "https://example.com", "bearer_token_env_var": "NOPE", "headers": "x" },
  "headers": { "url": "https://example.com", "headers": { "": "x", "a b": "x", "c": "x\\ny", "d": "é", "e": "€" } },
  "partly": { "url": "https://\${env:MY-HOST}/mcp" }, "not": { "url": "not an address \${x y}" }
} }`;
  expect(told(text)).toMatchInlineSnapshot(`
    "toolpath.json is invalid (10 problems):
      line 2, column 35   mcpServers.parts.command.path: expected a string, got a number.  Fix: "path": "npx"
      line 2, column 73   mcpServers.pieces.command[1]: expected a string, got null.  Fix: "some-mcp-server"
      line 3, column 105  mcpServers.codex.env_http_headers.X-A: expected the name of an environment variable.  Fix: "env_http_headers": { "X-Api-Key": "API_KEY" }
      line 4, column 86   mcpServers.more.headers: expected an object, got a string.  Fix: "headers": { "Authorization": "Bearer env:WIKI_TOKEN" }
      line 5, column 59   mcpServers.headers.headers[""]: is not a valid header name.  Fix: choose another name
      line 5, column 68   mcpServers.headers.headers["a b"]: is not a valid header name.  Fix: choose another name
      line 5, column 85   mcpServers.headers.headers.c: contains a line break or another character that is not allowed in a header.  Fix: remove that character
      line 5, column 108  mcpServers.headers.headers.e: contains a line break or another character that is not allowed in a header.  Fix: remove that character
      line 6, column 22   mcpServers.partly.url: expected an http or https address.  Fix: "url": "https://example.com/mcp"
      line 6, column 70   mcpServers.not.url: expected an http or https address.  Fix: "url": "https://example.com/mcp""
  `);
});

test('At most fifty problems are reported', () => {
  const many = Array.from({ length: 60 }, (_, place) => [`s${place}`, { command: 5, env: { A: '${NOPE}' } }]);
  const text = JSON.stringify({ mcpServers: Object.fromEntries(many) });
  const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], {});
  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toHaveLength(50);
});
