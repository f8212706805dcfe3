import path from 'node:path';
import { expect } from 'vitest';
import { type Outcome, type Tool, textOf } from '../../src/core/index.ts';
import { buildGateway, type Gateway } from '../../src/gateway.ts';
import { settingsOf } from '../../src/settings/index.ts';
import { type LogLine, recordingLog } from '../recording-log.ts';

/** A gateway with MCP servers, and helpers for tests. */
export interface ServedGateway extends Gateway {
  readonly log: ReturnType<typeof recordingLog>;
  call(name: string, args?: object, signal?: AbortSignal): Promise<Outcome>;
  /** Calls a tool and returns the text of its outcome; for an error, the complete outcome as JSON. */
  say(name: string, args?: object): Promise<string>;
  names(): readonly string[];
  /** Returns the log lines with this message, optionally only those of one server. */
  told(message: string | RegExp, server?: string): readonly LogLine[];
}

export interface GatewayOptions {
  readonly tools?: readonly object[];
  readonly mcp?: object;
  readonly limits?: object;
  readonly more?: object;
}

/** Builds a gateway from settings without waiting for its servers. The caller must close it. */
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

/** Builds a gateway and waits until every server has connected or used up its attempts. The caller must close it. */
export async function settledGateway(mcpServers: object, options: GatewayOptions = {}): Promise<ServedGateway> {
  const gateway = gatewayWith(mcpServers, options);
  await gateway.servers.settled.wait(15_000);
  return gateway;
}

/** Returns the settings of the hostile test server in these modes. */
export function hostile(...modes: readonly string[]) {
  return { command: process.execPath, args: [path.join(import.meta.dirname, '../servers/hostile.ts'), ...modes] };
}

/** Returns the path of the program of an official MCP server package. */
export function programOf(name: 'everything' | 'filesystem'): string {
  const packages = path.join(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
  return path.join(packages, `server-${name}`, 'dist/index.js');
}

export const bothEras = path.join(import.meta.dirname, 'both-eras.ts');

/** Polls a value with a timeout that is long enough for a busy machine. */
export function eventually<T>(get: () => T) {
  return expect.poll(get, { timeout: 5_000 });
}
