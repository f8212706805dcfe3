import type { Tool } from '../src/core/index.ts';
import { buildHouse, type House } from '../src/house.ts';
import { type Flags, loadSettings } from '../src/settings/index.ts';
import { recordingLog } from './recording-log.ts';

/** A house with these tools, and with settings as the command line's flags give them. */
export function testHouse(
  tools: readonly object[] = [],
  given: Flags = {},
): House & { log: ReturnType<typeof recordingLog> } {
  const loaded = loadSettings({ flags: { port: '0', store: 'memory', ...given }, env: {}, cwd: import.meta.dirname });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log = recordingLog();
  const house = buildHouse(loaded.settings, loaded.secrets, log);
  house.tools.add(tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool }) as Tool));
  return { ...house, log };
}
