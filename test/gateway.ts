import type { Tool } from '../src/core/index.ts';
import { buildGateway, type Gateway } from '../src/gateway.ts';
import { type Flags, loadSettings } from '../src/settings/index.ts';
import { recordingLog } from './recording-log.ts';

/** Builds a gateway with these tools, without `python_execution`, and with the settings of these command-line flags. */
export function testGateway(
  tools: readonly object[] = [],
  given: Flags = {},
): Gateway & { log: ReturnType<typeof recordingLog> } {
  const loaded = loadSettings({
    flags: { port: '0', store: 'memory', builtins: BUILTINS, ...given },
    env: {},
    cwd: import.meta.dirname,
  });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const log = recordingLog();
  const gateway = buildGateway(loaded.settings, loaded.secrets, log);
  gateway.tools.add(tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool }) as Tool));
  return { ...gateway, log };
}

/** Tests of other things should not depend on the tool that is offered with any tools. */
const BUILTINS = ['tool_search', 'search_schemas', 'execute_sql'];
