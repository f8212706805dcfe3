import path from 'node:path';
import { silentLog } from '../../src/core/index.ts';
import { buildHouse, type House } from '../../src/house.ts';
import { settingsOf } from '../../src/settings/index.ts';

const program = path.join(import.meta.dirname, 'server.ts');

/** How the bench's server is started. */
export function serverCommand(tools: number, delayMs = 0): { readonly command: string; readonly args: string[] } {
  return { command: process.execPath, args: [program, String(tools), String(delayMs)] };
}

/** A house with these servers, when all of them are there. */
export async function houseWith(mcpServers: Record<string, object>): Promise<House> {
  const loaded = settingsOf({ store: 'memory', mcpServers }, process.env, process.cwd());
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const house = buildHouse(loaded.settings, loaded.secrets, silentLog);
  await house.servers.settled.wait(60_000);
  const missing = house.servers.missing();
  if (missing.length > 0) throw new Error(`not there: ${missing.join(', ')}`);
  return house;
}
