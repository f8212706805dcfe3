import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { definition, serverOf } from '../../test/mcp/scripted-session.ts';
import { silentLog } from '../core/index.ts';
import { ServerList } from './server-list.ts';
import type { Session } from './session.ts';
import { ServerTools } from './tool.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the time after which a list that is declared fresh for `freshMs` is read again; undefined if not within `mostMs`. */
async function askedAgainAfter(freshMs: number, mostMs: number): Promise<number | undefined> {
  let at: number | undefined;
  const startedAt = Date.now();
  const list = new ServerList(new ServerTools('s', serverOf(), async () => undefined), silentLog, () => {
    at = Date.now() - startedAt;
  });
  const session = { list: async () => ({ definitions: [], findings: [], freshMs }) } as unknown as Session;
  await list.read(session, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(mostMs);
  list.forget();
  return at;
}

test('A list is read again after the time that the server declares, but between ten seconds and one day', async () => {
  expect(await askedAgainAfter(60_000, 120_000)).toBe(60_000);
  expect(await askedAgainAfter(1, 120_000)).toBe(10_000);
  expect(await askedAgainAfter(Number.MAX_VALUE, 100_000_000)).toBe(86_400_000);
  expect(await askedAgainAfter(60_000, 59_999)).toBeUndefined();
});

test('Listed tools are prepared before they are offered, and dropped if the read is cancelled meanwhile', async () => {
  const reading = new AbortController();
  const prepared = Promise.withResolvers<void>();
  const made = new ServerTools('s', serverOf(), async () => undefined);
  const list = new ServerList(
    made,
    silentLog,
    () => {},
    () => prepared.promise,
  );
  const definitions = [{ name: 'read', description: '', schema: {}, digest: 'd' }];
  const session = { list: async () => ({ definitions, findings: [] }) } as unknown as Session;
  const [cancelled, whole] = [list.read(session, reading.signal), list.read(session, new AbortController().signal)];
  await vi.advanceTimersByTimeAsync(1);
  expect(list.tools).toEqual([]);
  reading.abort(new Error('stop'));
  prepared.resolve();
  await expect(cancelled).rejects.toThrow('stop');
  await whole;
  expect(list.tools.map(({ name }) => name)).toEqual(['s::read']);
});

test('A list of a lost session that is still being prepared does not replace the list of the next session', async () => {
  const prepared = Promise.withResolvers<void>();
  const list = new ServerList(
    new ServerTools('s', serverOf(), async () => undefined),
    silentLog,
    () => {},
    async (tools) => (tools[0]?.name === 's::old' ? prepared.promise : undefined),
  );
  const { signal } = new AbortController();
  const listing = (name: string) =>
    ({ list: async () => ({ definitions: [definition(name)], findings: [] }) }) as unknown as Session;
  const lost = list.read(listing('old'), signal);
  await vi.advanceTimersByTimeAsync(1);
  await list.read(listing('new'), signal);
  prepared.resolve();
  await lost;
  expect(list.tools.map(({ name }) => name)).toEqual(['s::new']);
});

test('A reason for leaving a tool out is shown, however many other tools were repaired', async () => {
  const list = new ServerList(new ServerTools('s', serverOf(), async () => undefined), silentLog, () => {});
  const repairs = Array.from({ length: 100 }, (_, at) => ({ tool: `t${at}`, reason: 'was repaired', isRepair: true }));
  const findings = [...repairs, { tool: 'bad', reason: 'is not usable', isLeftOut: true }];
  const session = { list: async () => ({ definitions: [], findings }) } as unknown as Session;
  await list.read(session, new AbortController().signal);
  expect(list.findings[0]).toMatchObject({ tool: 'bad' });
  expect(list.findings).toHaveLength(50);
});

test('Entries of a list that are not tools give one finding, and no decision on a tool', async () => {
  const list = new ServerList(new ServerTools('s', serverOf(), async () => undefined), silentLog, () => {});
  const nameless = ['it is not an object', 'it has no name'].map((reason) => ({ tool: '', reason, isLeftOut: true }));
  const findings = [...nameless, { tool: 'bad', reason: 'is not usable', isLeftOut: true }];
  const session = { list: async () => ({ definitions: [], findings }) } as unknown as Session;
  await list.read(session, new AbortController().signal);
  expect(list.findings.map(({ tool, reason }) => [tool, reason])).toEqual([
    ['', 'The server "s" lists 2 entries that are not tools (no name, or not an object).'],
    ['bad', 'is not usable'],
  ]);
  expect(list.leftOut.map(({ tool }) => tool)).toEqual(['s::bad']);
});

test('A tool that is left out is not also reported as a name that does not exist if the settings name it', async () => {
  const named = { includeTools: ['bad', 'fine'], excludeTools: ['bad'], always: ['bad'] };
  const server = serverOf({ ...named, rename: { bad: 'good' } });
  const tools = new ServerTools('s', server, async () => undefined, { 'limits.tools': ['good', 'goood'] });
  const list = new ServerList(tools, silentLog, () => {});
  const findings = [{ tool: 'bad', reason: 'is not usable', isLeftOut: true }];
  const session = { list: async () => ({ definitions: [definition('fine')], findings }) } as unknown as Session;
  await list.read(session, new AbortController().signal);
  expect(list.leftOut.map(({ tool, rule }) => [tool, rule])).toEqual([
    ['s::goood', 'no-such-tool'],
    ['s::bad', 'unusable'],
  ]);
});
