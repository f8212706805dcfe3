// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders are what is tested
import { expect, test } from 'vitest';
import { readDocument } from './file.ts';
import { settingsFrom } from './load.ts';
import { renderProblems } from './problem.ts';

function told(text: string): string {
  const result = settingsFrom([readDocument(text, 'toolpath.json', '/project/toolpath.json')], {});
  return result.ok ? '' : renderProblems(result.problems);
}

test.each(['servers', 'context_servers'])('all of them under the name %s', (name) => {
  const text = JSON.stringify({ [name]: { it: { command: 'x' } } });
  expect(settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], {})).toMatchObject({
    problems: [{ fix: 'did you mean "mcpServers"?' }],
  });
});

test.each<[string, object, string]>([
  ['opencode', { mcp: { files: { type: 'local', command: ['x'] } } }, 'move it to "mcpServers"'],
  ['opencode, newer', { mcp: { servers: { files: {} } } }, 'move it to "mcpServers"'],
  ['Gemini CLI', { mcp: { allowed: [] } }, 'remove it; known are attempts, '],
  ['VS Code', { inputs: [{ id: 'a' }] }, 'remove it; what it asks for goes in a variable, written ${env:NAME}'],
  ['Continue', { mcpServers: [{ name: 'a', command: 'x' }] }, 'give each a name: { "name": { … } }'],
])('what %s keeps elsewhere is told where it belongs', (_, file, fix) => {
  const result = settingsFrom([readDocument(JSON.stringify(file), 'toolpath.json', '/toolpath.json')], {});
  expect(result).toMatchObject({ problems: [{ fix: expect.stringContaining(fix) }] });
});

test('what is wrong with a server is told with its line and a fix', () => {
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
    "toolpath.json is not usable (15 problems):
      line 2, column 3    mcpServers["a::b"]: a server's name must not hold "::".  Fix: choose another name
      line 3, column 3    mcpServers[""]: a server needs a name.  Fix: choose another name
      line 4, column 11   mcpServers.both: has both a "command" and a "url".  Fix: keep the one that is meant
      line 5, column 13   mcpServers.no-way: needs a "command" or a "url".  Fix: "no-way": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 6, column 42   mcpServers.words.protocol: expected "auto", "legacy" or "modern", got "moderm".  Fix: did you mean "modern"?
      line 6, column 67   mcpServers.words.elicitation: expected "decline", "defaults" or "off", got text.  Fix: "elicitation": "defaults"
      line 6, column 82   mcpServers.words.type: expected "stdio", "http", "streamable-http", "streamableHttp", "streamable_http", "sse", "local" or "remote", got text.  Fix: "type": "http"
      line 7, column 42   mcpServers.numbers.toolMs: expected a whole number from 1 to 2147483647, got a number.  Fix: "toolMs": 120000
      line 7, column 56   mcpServers.numbers.timeout: expected a number or an object, got text.  Fix: "timeout": 60
      line 7, column 77   mcpServers.numbers.callsAtOnce: expected a whole number, got a number.  Fix: "callsAtOnce": 1
      line 8, column 25   mcpServers.empty.command: must not be empty.  Fix: "command": "npx"
      line 9, column 27   mcpServers.address.httpUrl: expected an http or https address.  Fix: "httpUrl": "https://example.com/mcp"
      line 9, column 59   mcpServers.address.rename.a: expected text, got a number.  Fix: "rename": { "read_file": "read" }
      line 10, column 11  mcpServers.list: expected an object, got an empty list.  Fix: "list": { "command": "npx", "args": ["-y", "some-mcp-server"] }
      line 10, column 23  mcpServers.null: expected an object, got null.  Fix: "null": { "command": "npx", "args": ["-y", "some-mcp-server"] }"
  `);
});

test('so is what is wrong within a command, in headers, in an address, and in what Codex names', () => {
  const text = `{ "mcpServers": {
  "parts": { "command": { "path": 5 } }, "pieces": { "command": ["npx", null] },
  "codex": { "url": "https://example.com", "bearer_token_env_var": "NOPE", "env_http_headers": { "X-A": "sk-1" } },
  "more": { "url": "https://example.com", "bearer_token_env_var": "NOPE", "headers": "x" },
  "headers": { "url": "https://example.com", "headers": { "": "x", "a b": "x", "c": "x\\ny", "d": "é", "e": "€" } },
  "partly": { "url": "https://\${env:MY-HOST}/mcp" }, "not": { "url": "not an address \${x y}" }
} }`;
  expect(told(text)).toMatchInlineSnapshot(`
    "toolpath.json is not usable (11 problems):
      line 2, column 35   mcpServers.parts.command.path: expected text, got a number.  Fix: "path": "npx"
      line 2, column 73   mcpServers.pieces.command[1]: expected text, got null.  Fix: "some-mcp-server"
      line 3, column 12   mcpServers.codex.headers.Authorization: the environment variable NOPE is not set.  Fix: export NOPE=… before starting
      line 3, column 105  mcpServers.codex.env_http_headers.X-A: expected the name of a variable.  Fix: "env_http_headers": { "X-Api-Key": "API_KEY" }
      line 4, column 86   mcpServers.more.headers: expected an object, got text.  Fix: "headers": { "Authorization": "Bearer env:WIKI_TOKEN" }
      line 5, column 59   mcpServers.headers.headers[""]: is not the name of a header.  Fix: choose another name
      line 5, column 68   mcpServers.headers.headers["a b"]: is not the name of a header.  Fix: choose another name
      line 5, column 85   mcpServers.headers.headers.c: holds a line break or another character that no header can carry.  Fix: take it out
      line 5, column 108  mcpServers.headers.headers.e: holds a line break or another character that no header can carry.  Fix: take it out
      line 6, column 22   mcpServers.partly.url: expected an http or https address.  Fix: "url": "https://example.com/mcp"
      line 6, column 70   mcpServers.not.url: expected an http or https address.  Fix: "url": "https://example.com/mcp""
  `);
});

test('of many problems the first fifty are told, whoever finds them', () => {
  const many = Array.from({ length: 60 }, (_, place) => [`s${place}`, { command: 5, env: { A: '${NOPE}' } }]);
  const text = JSON.stringify({ mcpServers: Object.fromEntries(many) });
  const result = settingsFrom([readDocument(text, 'toolpath.json', '/toolpath.json')], {});
  expect(result.ok ? [] : result.problems.map(({ path }) => path)).toHaveLength(50);
});
