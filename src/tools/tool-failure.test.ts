import { expect, test } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { type ReportedFailure, ToolFailure, textOf } from '../core/index.ts';
import { ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';

function throwing(error: unknown, metadata?: object) {
  const manager = new ToolManager();
  const invoke = () => {
    throw error;
  };
  manager.add({ name: 'files__read', description: 'd', schema: {}, invoke, ...(metadata && { metadata }) } as never);
  const executor = new ToolExecutor(manager, { log: recordingLog(), secrets: ['hunter2hunter2'] });
  return executor.execute({ id: 'id', name: 'files__read', arguments: {} });
}

/** Texts that would be taken for other failures if they were parsed. */
const words = [
  'Received tool input did not match expected schema ✖ x',
  'connect ECONNREFUSED 127.0.0.1:1',
  "MCP tool 'x' returned an error: y",
  'fetch failed',
];

proves(
  ['L8', 'S2.params.server-error'],
  'A ToolFailure that a tool throws is reported unchanged, without parsing its text',
  async () => {
    for (const text of words) {
      const said: ReportedFailure[] = [
        { kind: 'unavailable', reason: text },
        { kind: 'overloaded', reason: text },
        { kind: 'reported', message: text },
      ];
      for (const failure of said) {
        for (const metadata of [undefined, { server: 'files' }]) {
          const outcome = await throwing(new ToolFailure(failure), metadata);
          expect(outcome).toMatchObject({ status: 'error', failure: { ...failure, tool: 'files__read' } });
        }
      }
    }
    const complaint = "  MCP error -32602: 'deviceName' is required  ";
    const outcome = await throwing(new ToolFailure({ kind: 'reported', message: complaint }), { server: 'files' });
    expect(textOf(outcome.content)).toBe(complaint);
  },
);

proves(['L9', 'L10'], 'The text of a ToolFailure is truncated and contains no secrets', async () => {
  const long = await throwing(new ToolFailure({ kind: 'reported', message: 'x'.repeat(10_000_000) }));
  expect(JSON.stringify(long).length).toBeLessThan(200_000);
  const reason = await throwing(new ToolFailure({ kind: 'unavailable', reason: 'x'.repeat(10_000_000) }));
  expect(JSON.stringify(reason).length).toBeLessThan(10_000);
  const secret = await throwing(new ToolFailure({ kind: 'reported', message: 'the key is hunter2hunter2' }));
  expect(JSON.stringify(secret)).not.toContain('hunter2');
});

test('An error that only looks like a ToolFailure is handled like any other error', async () => {
  const alike = Object.assign(new Error('no'), { name: 'ToolFailure', failure: { kind: 'overloaded', reason: 'x' } });
  expect(await throwing(alike)).toMatchObject({ failure: { kind: 'tool-error', message: 'no' } });
  const prying = new Proxy(
    {},
    {
      getPrototypeOf: () => {
        throw new Error('x');
      },
    },
  );
  const message = 'the tool threw an object without a message';
  expect(await throwing(prying)).toMatchObject({ failure: { kind: 'tool-error', message } });
});
