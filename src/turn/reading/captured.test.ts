import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../../test/scripted-backend.ts';
import { user } from '../../../test/turns.ts';
import { type Ask, defaultLimits, type Event, Observer, silentLog, type Tool } from '../../core/index.ts';
import { createMemoryStore } from '../../store/index.ts';
import { Listings, ToolExecutor, ToolManager } from '../../tools/index.ts';
import { createTurns } from '../turn.ts';

const ask: Ask = {
  key: '',
  model: 'up/mock',
  messages: [user('hi')],
  tools: { kind: 'absent' },
  choice: { kind: 'auto' },
  context: [],
  isStreamed: true,
  sampling: {},
};

/** Creates turns with a tool manager whose tools change while the turns run. */
function setUp(backend: ScriptedBackend) {
  const manager = new ToolManager();
  const listings = new Listings(manager, silentLog);
  const asked: Tool[] = [];
  const permit = ({ tool }: { tool: Tool }) => {
    asked.push(tool);
    return { allow: true } as const;
  };
  const turns = createTurns(
    {
      backends: backend.asBackends(),
      executor: new ToolExecutor(manager, { permit }),
      store: createMemoryStore(defaultLimits),
      limits: defaultLimits,
      log: silentLog,
      observer: new Observer(),
    },
    {},
    { listings: () => listings.all() },
  );
  const run = async () => {
    const started = await turns.start(ask, new AbortController());
    if (!started.ok) throw new Error(started.failure.kind);
    const events: Event[] = [];
    for await (const batch of started.turn.events) events.push(...batch);
    return events.flatMap((event) => (event.type === 'outcome' ? [event.outcome] : []));
  };
  return { manager, run, asked };
}

const call = (name: string, args: object = {}) => ({ id: `id-${name}`, name, arguments: JSON.stringify(args) });

/** Creates an MCP tool, whose own name differs from its wire name. */
function tool(name: string, answer: () => unknown, schema: object = { type: 'object' }): Tool {
  return { name: `s/${name}`, description: 'd', schema, metadata: { server: 's', tool: name }, invoke: answer };
}

proves(
  ['L7', 'L8'],
  'A turn runs the tools that it showed to the model, even if the tool list changes meanwhile',
  async () => {
    const backend = new ScriptedBackend(
      inOrder(
        { calls: [call('s__change')] },
        { calls: [call('s__work', { a: 1 }), call('s__gone')] },
        { text: 'Done.' },
        { calls: [call('s__work', { b: 'x' }), call('s__gone')] },
        { text: 'Done.' },
      ),
    );
    const { manager, run, asked } = setUp(backend);
    const strict = (key: string, type: string) => ({
      type: 'object',
      properties: { [key]: { type } },
      required: [key],
    });
    const oldWork = tool('work', () => 'old', strict('a', 'integer'));
    const newWork = tool('work', () => 'new', strict('b', 'string'));
    const gone = tool('gone', () => 'still there');
    const change: Tool = tool('change', () => {
      manager.exchange('s', [change, newWork]);
      return 'changed';
    });
    manager.exchange('s', [change, oldWork, gone]);

    const first = await run();
    expect(first).toMatchObject([
      { status: 'ok', tool: 's__change' },
      { status: 'ok', tool: 's__work', content: [{ text: 'old' }] },
      { status: 'ok', tool: 's__gone', content: [{ text: 'still there' }] },
    ]);
    expect(asked).toEqual([change, oldWork, gone]);
    expect(asked[1]).toBe(oldWork);

    const second = await run();
    expect(second).toMatchObject([
      { status: 'ok', content: [{ text: 'new' }] },
      { status: 'error', failure: { kind: 'unknown-tool' } },
    ]);
    expect(asked[3]).toBe(newWork);
    const shown = backend.requests.map(({ tools }) => tools.map(({ wireName }) => wireName));
    expect(shown[2]).toEqual(['s__change', 's__work', 's__gone']);
    expect(shown[3]).toEqual(['s__change', 's__work']);
  },
);

test('A tool that is removed while it runs still returns its result', async () => {
  const backend = new ScriptedBackend(inOrder({ calls: [call('s__work')] }, { text: 'Done.' }));
  const { manager, run } = setUp(backend);
  const replaced = tool('work', () => {
    manager.exchange('s', []);
    return 'answered';
  });
  manager.exchange('s', [replaced]);
  expect(await run()).toMatchObject([{ status: 'ok', content: [{ text: 'answered' }] }]);
});
