import { expect } from 'vitest';
import { proves } from '../../test/requirements.ts';
import type { Tool } from '../core/index.ts';
import { ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';
import { permitByRules } from './permit.ts';

/** A tool that the settings rename, as the MCP module makes it. */
const wipe = (server: string, invoke: (args: unknown) => unknown): Tool => ({
  name: `${server}::wipe`,
  description: 'd',
  schema: { type: 'object', properties: { dir: {} }, additionalProperties: false },
  metadata: { server, tool: 'delete_all' },
  invoke,
});

proves(
  ['S2.exec.timeout', 'S2.params.static'],
  'Settings for a renamed tool apply under its new name, and first under its name at the server',
  async () => {
    const seen: unknown[] = [];
    const invoke = (args: unknown) => {
      seen.push(args);
      return new Promise(() => {});
    };
    const manager = new ToolManager();
    manager.add([wipe('a', invoke), wipe('b', invoke), wipe('c', invoke)]);
    const executor = new ToolExecutor(manager, {
      limits: {
        tools: { 'a::delete_all': { toolMs: 10 }, 'a::wipe': { toolMs: 5_000 }, 'b::wipe': { toolMs: 11 } },
        toolMs: 12,
      },
      parameterNames: { 'a::delete_all': { folder: 'dir' }, 'b::wipe': { folder: 'dir' } },
    });
    const limitOf = async (name: string, args: object) => {
      const outcome = await executor.execute({ id: '1', name, arguments: args });
      return outcome.status === 'error' && outcome.failure.kind === 'timeout' ? outcome.failure.limitMs : outcome;
    };
    expect(await limitOf('a::wipe', { folder: 'x' })).toBe(10);
    expect(await limitOf('b__wipe', { folder: 'x' })).toBe(11);
    expect(await limitOf('c::wipe', { dir: 'x' })).toBe(12);
    expect(seen).toEqual([{ dir: 'x' }, { dir: 'x' }, { dir: 'x' }]);
  },
);

proves(
  'L7',
  'A permit rule for a tool’s name at its server also applies after the settings rename the tool',
  async () => {
    const manager = new ToolManager();
    manager.add(wipe('files', () => 'gone'));
    for (const tool of ['files::delete_all', 'files::wipe']) {
      const executor = new ToolExecutor(manager, { permit: permitByRules([{ tool, verdict: 'deny' }]) });
      const outcome = await executor.execute({ id: '1', name: 'files__wipe', arguments: {} });
      expect(outcome).toMatchObject({ failure: { kind: 'denied' } });
    }
  },
);
