import { expect, onTestFinished, test, vi } from 'vitest';
import { connecting, limits, ScriptedSession, serverOf } from '../../test/mcp/scripted-session.ts';
import { recordingTerminal } from '../../test/recording-terminal.ts';
import { silentLog, type Tool } from '../core/index.ts';
import { Catalogue } from '../mcp/index.ts';
import { ToolManager } from '../tools/index.ts';
import { asTheySettle, untilNamed, untilSettled, waitWithNotice } from './waiting.ts';

/** Returns a gateway with servers of these names. Each server connects when `connect` is called with its name. */
function gateway(...names: string[]) {
  const gates = new Map(names.map((name) => [name, Promise.withResolvers<void>()]));
  const tools = new ToolManager();
  const servers = new Catalogue(Object.fromEntries(names.map((name) => [name, serverOf({ command: name })])), {
    connecting,
    limits,
    log: silentLog,
    offer: (server, offered) => tools.exchange(server, offered),
    open: async (server, _options, signal) => {
      const gate = server.transport === 'stdio' ? gates.get(server.command)?.promise : undefined;
      const left = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      await Promise.race([gate, left]);
      return new ScriptedSession();
    },
  });
  servers.start();
  onTestFinished(() => servers.close());
  return { tools, servers, connect: (name: string) => gates.get(name)?.resolve() };
}

const never = new AbortController().signal;

/** Returns true if the wait ends within 60 ms. */
async function isOver(wait: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending');
  const pause = new Promise((resolve) => setTimeout(resolve, 60, pending));
  return (await Promise.race([wait, pause])) !== pending;
}

test('untilNamed does not wait for a tool that is already registered', async () => {
  const { tools, servers } = gateway('a');
  tools.add({ name: 'greet', description: 'd', schema: {}, invoke: () => 1 } satisfies Tool);
  await untilNamed({ tools, servers }, 'greet', never);
});

test.each(['my files::echo', 'my_files__echo', 'my_files__other_0123456789'])(
  'untilNamed waits for the name %s until its server is connected, and not for other servers',
  async (name) => {
    const { connect, ...given } = gateway('my files', 'other');
    const wait = untilNamed(given, name, never);
    expect(await isOver(wait)).toBe(false);
    connect('my files');
    await wait;
    expect(given.servers.missing()).toEqual(['other']);
  },
);

test('untilNamed waits for all servers if the name contains no server name', async () => {
  const { connect, ...given } = gateway('a', 'b');
  const wait = untilNamed(given, 'echo', never);
  connect('a');
  expect(await isOver(wait)).toBe(false);
  connect('b');
  await wait;
});

test("untilNamed waits for a server's name until that server is connected", async () => {
  const { connect, ...given } = gateway('a', 'b');
  const wait = untilNamed(given, 'b', never);
  connect('b');
  await wait;
  expect(given.servers.settled.isReached).toBe(false);
});

test('asTheySettle yields servers in the order in which they settle', async () => {
  const { connect, servers } = gateway('slow', 'quick');
  connect('quick');
  const names: string[] = [];
  for await (const { name, state } of asTheySettle(servers, never)) {
    names.push(`${name} ${state}`);
    connect('slow');
  }
  expect(names).toEqual(['quick ready', 'slow ready']);
});

test('A long wait prints the names of the connecting servers once', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { connect, ...given } = gateway('slow', 'quick');
  const terminal = recordingTerminal();
  const wait = waitWithNotice(untilSettled(given, never), given, terminal);
  connect('quick');
  await vi.advanceTimersByTimeAsync(20_000);
  expect(terminal.said).toEqual(['Waiting for MCP servers to connect: slow. Press Ctrl-C to stop waiting.']);
  connect('slow');
  await wait;
  await waitWithNotice(untilSettled(given, never), given, terminal);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(terminal.said).toHaveLength(1);
});

test('Every wait ends when its signal aborts', async () => {
  const { connect: _, ...given } = gateway('a');
  const controller = new AbortController();
  const { signal } = controller;
  const waits = [untilSettled(given, signal), untilNamed(given, 'a::x', signal), untilNamed(given, 'a', signal)];
  const settling = asTheySettle(given.servers, signal).next();
  controller.abort();
  await Promise.all(waits);
  expect(await settling).toEqual({ done: true, value: undefined });
});
