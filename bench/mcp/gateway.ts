import path from 'node:path';
import { silentLog } from '../../src/core/index.ts';
import { buildGateway, type Gateway } from '../../src/gateway.ts';
import { settingsOf } from '../../src/settings/index.ts';

const program = path.join(import.meta.dirname, 'server.ts');

/** Returns the command that starts the benchmark's MCP server. */
export function serverCommand(tools: number, delayMs = 0): { readonly command: string; readonly args: string[] } {
  return { command: process.execPath, args: [program, String(tools), String(delayMs)] };
}

/** Returns a gateway with these servers after all of them have connected. */
export async function gatewayWith(mcpServers: Record<string, object>): Promise<Gateway> {
  const loaded = settingsOf({ store: 'memory', mcpServers }, process.env, process.cwd());
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const gateway = buildGateway(loaded.settings, loaded.secrets, silentLog);
  await gateway.servers.settled.wait(60_000);
  const missing = gateway.servers.missing();
  if (missing.length > 0) throw new Error(`These servers did not connect: ${missing.join(', ')}.`);
  return gateway;
}
