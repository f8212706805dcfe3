import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderWith, toolpath } from '../toolpath.ts';
import { eventually, type GatewayOptions, gatewayWith, hostile } from './gateways.ts';

/** Creates a folder with a program of this name that starts the hostile server after a delay, as a download would. */
function slow(name: string, delayMs: number): string {
  const { command, args } = hostile();
  const script = `#!${command}\nsetTimeout(() => import(${JSON.stringify(args[0])}), ${delayMs});\n`;
  const folder = folderWith({ [name]: script, 'package.json': { type: 'module' } });
  chmodSync(path.join(folder, name), 0o755);
  return path.join(folder, name);
}

function gateway(mcpServers: object, options: GatewayOptions = {}) {
  const made = gatewayWith(mcpServers, options);
  onTestFinished(() => made.close());
  return made;
}

const mcp = { connectMs: 1_000, firstConnectMs: 20_000, attempts: 1 };

describe('The first start of a server that npx downloads', () => {
  test('An npx server that takes longer than connectMs connects on its first attempt, and its state says why it is slow', async () => {
    const { servers, told, call } = gateway({ files: { command: slow('npx', 2_500) } }, { mcp });
    const note = 'its first start may download packages, so it has up to 20 s';
    expect(servers.servers()).toMatchObject([{ state: 'connecting', note }]);
    await eventually(() => told(/^Connecting/)).toMatchObject([
      { message: expect.stringContaining('may download packages'), fields: { attempt: 1, limitMs: 20_000 } },
    ]);
    expect(JSON.stringify(await call('files::echo'))).toContain('its first start may download packages');
    expect(servers.absent()).toMatchObject([{ flip: expect.stringContaining('may download packages') }]);
    await servers.settled.wait(20_000);
    expect(servers.servers()).toMatchObject([{ state: 'ready', attempt: 1 }]);
    expect(servers.servers()[0]).not.toHaveProperty('note');
  });

  test('A program that downloads nothing fails if it takes longer than connectMs', async () => {
    const { servers } = gateway({ files: { command: slow('server', 2_500) } }, { mcp });
    await servers.settled.wait(20_000);
    expect(servers.servers()).toMatchObject([{ state: 'gone', lastError: 'no answer within 1 s' }]);
  });

  test('The longer limit applies until an attempt has lasted that long, and a connectMs of the server replaces it', async () => {
    const limits = { connectMs: 300, firstConnectMs: 600, attempts: 2, baseDelayMs: 1 };
    const command = slow('npx', 60_000);
    const { servers, told } = gateway({ one: { command }, two: { command, connectMs: 200 } }, { mcp: limits });
    await servers.settled.wait(20_000);
    expect(servers.servers()).toMatchObject([
      { lastError: 'no answer within 0.3 s' },
      { lastError: 'no answer within 0.2 s' },
    ]);
    const reasons = (server: string) => told(/failed/, server).map(({ fields }) => fields.reason);
    expect(reasons('one')).toEqual(['no answer within 0.6 s', 'no answer within 0.3 s']);
    expect(reasons('two')).toEqual(['no answer within 0.2 s', 'no answer within 0.2 s']);
  });

  test('A server that was downloaded before gets the usual limit when it is restarted', async () => {
    const program = slow('npx', 0);
    const { servers, told, call } = gateway({ files: { command: program } }, { mcp: { ...mcp, connectMs: 10_000 } });
    await servers.settled.wait(20_000);
    await call('files::die');
    await eventually(() => told(/^Connecting/).length).toBe(2);
    expect(told(/^Connecting/).map(({ fields }) => fields.limitMs)).toEqual([20_000, undefined]);
  });

  test('Commands that wait for an npx server say that it may be downloading', async () => {
    const settings = { mcpServers: { files: { command: 'npx', args: ['-y', 'x'] } }, mcp };
    const PATH = `${path.dirname(slow('npx', 6_500))}${path.delimiter}${process.env.PATH}`;
    const { code, stdout, stderr } = await toolpath(['tools'], folderWith({ 'toolpath.json': settings }), { PATH });
    expect(stderr).toBe(
      'Waiting for MCP servers to connect: files (its first start may download packages, so it has up to 20 s). Press Ctrl-C to stop waiting.\n',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^files +ready +21 /m);
  });
});
