import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { defaultLimits } from '../core/index.ts';
import type { Finding } from './definitions.ts';
import { ToolLists } from './tool-lists.ts';

function lists(limits: Partial<typeof defaultLimits> = {}) {
  const told: Finding[] = [];
  const guard = new ToolLists({ ...defaultLimits, ...limits });
  guard.begin((finding) => told.push(finding));
  return { guard, told };
}

function page(tools: readonly unknown[]): JSONRPCMessage {
  return { jsonrpc: '2.0', id: 1, result: { tools, nextCursor: 'more', ttlMs: 5 } } as unknown as JSONRPCMessage;
}

const tool = (name: string) => ({ name, inputSchema: { type: 'object' } });

describe('A page of a tool list', () => {
  proves('L10', 'Invalid definitions are left out and reported, and the other tools are kept', () => {
    const { guard, told } = lists();
    const admitted = guard.admit(page([tool('a'), null, { name: 'b', inputSchema: 'none' }, tool('c')]));
    expect(admitted).toMatchObject({
      id: 1,
      result: { tools: [{ name: 'a' }, { name: 'c' }], nextCursor: 'more', ttlMs: 5 },
    });
    expect(told.map(({ tool: name, reason }) => [name, reason])).toEqual([
      ['', 'it is not an object'],
      ['b', 'its inputSchema is not an object'],
    ]);
  });

  proves('L9', 'Too many tools over all pages of a list make the request fail', () => {
    const { guard } = lists({ serverTools: 3 });
    expect(guard.admit(page([tool('a'), tool('b')]))).toHaveProperty('result');
    const refused = guard.admit(page([tool('c'), tool('d')]));
    expect(refused).not.toHaveProperty('result');
    expect(refused).toMatchObject({
      id: 1,
      error: { message: 'the server lists more than 3 tools (limits.serverTools)' },
    });
    guard.begin(() => {});
    expect(guard.admit(page([tool('a'), tool('b')]))).toHaveProperty('result');
  });

  proves('L9', 'Too many bytes over all tools of a list make the request fail', () => {
    const { guard } = lists({ serverToolsBytes: 150 });
    const refused = guard.admit(page([tool('a'), tool('b'), tool('c'), tool('d')]));
    expect(refused).toMatchObject({ error: { message: expect.stringContaining('limits.serverToolsBytes') } });
  });
});

test('Messages that are not tool lists pass unchanged', () => {
  const { guard } = lists();
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/message', params: { tools: [] } },
    { jsonrpc: '2.0', id: 1, result: { content: [], tools: 'none' } },
    { jsonrpc: '2.0', id: 1, result: { content: [], tools: [null] } },
    { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'no' } },
  ] as unknown as JSONRPCMessage[]) {
    expect(guard.admit(message)).toBe(message);
  }
});
