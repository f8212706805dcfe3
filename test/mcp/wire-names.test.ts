import { expect, test } from 'vitest';
import { isToolOf } from '../../src/mcp/index.ts';
import { wireName } from '../../src/tools/names.ts';

test.each([
  ['files'],
  ['files.'],
  ['a'.repeat(52)],
  ['a'.repeat(53)],
  ['io.github.some-organisation/some-long-server-name-for-mcp'],
])('The server "%s" is recognised in the wire names of its tools, even if they are cut or cleaned', (server) => {
  for (const tool of ['echo', 'x'.repeat(80)]) {
    expect(isToolOf(server, wireName({ server, tool }))).toBe(true);
    expect(isToolOf(`b${server}`, wireName({ server, tool }))).toBe(false);
  }
});
