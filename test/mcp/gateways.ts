import path from 'node:path';
import { expect } from 'vitest';
import { type Outcome, type Tool, textOf } from '../../src/core/index.ts';
import { buildGateway, type Gateway } from '../../src/gateway.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { type LogLine, recordingLog } from '../recording-log.ts';

/** A gateway with MCP servers, and the few things that tests ask of it. */
export interface ServedGateway extends Gateway {
  readonly log: ReturnType<typeof recordingLog>;
  call(name: string, args?: object, signal?: AbortSignal): Promise<Outcome>;
  /** The words of an outcome that is expected to be good; the whole of it where it is not. */
  say(name: string, args?: object): Promise<string>;
  names(): readonly string[];
  told(message: string | RegExp, server?: string): readonly LogLine[];
}

export interface GatewayOptions {
  readonly tools?: readonly object[];
  readonly mcp?: object;
  readonly limits?: object;
  readonly more?: object;
}

/** Built as the settings say; nothing is waited for. Who builds one closes it. */
export function gatewayWith(
  mcpServers: object,
  { tools = [], mcp = {}, limits = {}, more = {} }: GatewayOptions = {},
): ServedGateway {
  const given = {
    port: 0,
    store: 'memory',
    mcpServers,
    mcp: { attempts: 10, baseDelayMs: 50, ...mcp },
    limits,
    ...more,
  };
  const loaded = settingsOf(given, {}, import.meta.dirname);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log = recordingLog();
  const gateway = buildGateway(loaded.settings, loaded.secrets, log);
  gateway.tools.add(tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool }) as Tool));
  const call: ServedGateway['call'] = (name, args = {}, signal) =>
    gateway.executor.execute({ id: '1', name, arguments: args }, signal);
  return {
    ...gateway,
    log,
    call,
    say: async (name, args) => {
      const outcome = await call(name, args);
      return outcome.status === 'ok' ? textOf(outcome.content) : JSON.stringify(outcome);
    },
    names: () => gateway.tools.all().map(({ name }) => name),
    told: (message, server) =>
      log.lines.filter(
        (line) =>
          (typeof message === 'string' ? line.message === message : message.test(line.message)) &&
          (server === undefined || line.fields.server === server),
      ),
  };
}

/** Waits until every server is there, or known not to be. */
export async function settledGateway(mcpServers: object, options: GatewayOptions = {}): Promise<ServedGateway> {
  const gateway = gatewayWith(mcpServers, options);
  await gateway.servers.settled.wait(15_000);
  return gateway;
}

/** The hostile server, in these modes, as the settings name it. */
export function hostile(...modes: readonly string[]) {
  return { command: process.execPath, args: [path.join(import.meta.dirname, '../servers/hostile.ts'), ...modes] };
}

/** The program of a package of the protocol's own servers. */
export function programOf(name: 'everything' | 'filesystem'): string {
  const packages = path.join(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
  return path.join(packages, `server-${name}`, 'dist/index.js');
}

export const bothEras = path.join(import.meta.dirname, 'both-eras.ts');

/** What comes true after a while, also on a busy machine. */
export function eventually<T>(get: () => T) {
  return expect.poll(get, { timeout: 5_000 });
}
