import { describe, expect, test } from 'vitest';
import { checkSdk, loadAgentSdk } from './sdk.ts';

const query = () => undefined;
const server = { registerCapabilities: () => undefined, setRequestHandler: () => undefined };
const createSdkMcpServer = () => ({ instance: { server } });

describe('The check of an SDK', () => {
  test('A module with both functions is accepted as it is', () => {
    const module = { query, createSdkMcpServer, more: 1 };
    expect(checkSdk(module)).toEqual({ ok: true, sdk: module });
  });

  test.each<[unknown, string]>([
    [{ query }, 'has no createSdkMcpServer.'],
    [{ createSdkMcpServer }, 'has no query.'],
    [{ query, createSdkMcpServer: () => undefined }, 'has no MCP server whose handlers can be set.'],
    [
      { query, createSdkMcpServer: () => ({ instance: { server: {} } }) },
      'has no MCP server whose handlers can be set.',
    ],
    [{ query: 'x', createSdkMcpServer: {} }, 'has no query and no createSdkMcpServer.'],
    [undefined, 'has no query and no createSdkMcpServer.'],
    [null, 'has no query and no createSdkMcpServer.'],
    ['x', 'has no query and no createSdkMcpServer.'],
  ])('The message for %j names what is missing, the version, and what to install', (module, missing) => {
    expect(checkSdk(module, '0.1.2')).toEqual({
      ok: false,
      message: `The installed "@anthropic-ai/claude-agent-sdk" (0.1.2) ${missing.slice(0, -1)}. Install version 0.3.325 or newer.`,
    });
  });

  test('The version may be unknown', () => {
    expect(checkSdk({})).toMatchObject({ message: expect.stringContaining('(an unknown version)') });
  });
});

test('Without the package, the message says which package to install', async () => {
  const loaded = await loadAgentSdk();
  if (loaded.ok) return; // the package is installed beside the gateway
  expect(loaded.message).toBe(
    'The package "@anthropic-ai/claude-agent-sdk" is not installed. Run "npm install @anthropic-ai/claude-agent-sdk" and restart Toolpath.',
  );
});
