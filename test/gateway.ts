import type { Tool } from '../src/core/index.ts';
import { buildGateway, type Gateway } from '../src/gateway.ts';
import { type Flags, loadSettings } from '../src/settings/index.ts';
import { recordingLog } from './recording-log.ts';

/** Builds a gateway with these tools and with the settings of these command-line flags. */
export function testGateway(
  tools: readonly object[] = [],
  given: Flags = {},
): Gateway & { log: ReturnType<typeof recordingLog> } {
  const loaded = loadSettings({ flags: { port: '0', store: 'memory', ...given }, env: {}, cwd: import.meta.dirname });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log = recordingLog();
  const gateway = buildGateway(loaded.settings, loaded.secrets, log);
  gateway.tools.add(tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool }) as Tool));
  return { ...gateway, log };
}
