import { describe, expect, vi } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../../test/scripted-backend.ts';
import { testTurns, user } from '../../../test/turns.ts';
import { type Ask, type Message, textOf } from '../../core/index.ts';
import { writeMessages, writeTools } from '../../wires/index.ts';

/** A custom tool, and the tools of two servers. */
const tools = [
  { name: 'clock', description: 'Tells the time', schema: { type: 'object' } },
  ofServer('travel', 'book_flight', 'Books a flight', { to: { type: 'string' } }),
  ofServer('travel', 'find_hotel', 'Finds a hotel', { city: { type: 'string' } }),
  ofServer('mail', 'send_email', 'Sends an email', { to: { type: 'string' } }),
].map((tool) => ({ ...tool, invoke: () => 'done' }));

function ofServer(server: string, tool: string, description: string, properties: object) {
  const schema = { type: 'object', properties };
  return { name: `${server}::${tool}`, description, schema, metadata: { server, tool } };
}

const system: Message = { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] };
const said = (text: string): Message => ({ role: 'assistant', content: [{ type: 'text', text }], calls: [] });
const first = [system, user('Book a flight to Vienna')];
const second = [...first, said('Booked.'), user('Now send an email to Ann')];

/** Returns the requests for two turns of a conversation, in the form of the chat protocol. */
async function twoTurns(nativeTools: boolean) {
  const backend = new ScriptedBackend(inOrder({ text: 'Booked.' }, { text: 'Sent.' }));
  backend.said = { nativeTools };
  const { ask } = testTurns(backend, tools, { tree: {}, prompt: 'You are Toolpath.' });
  await ask({ messages: first });
  await ask({ messages: second });
  return backend.requests.map((request) => ({
    body: { messages: writeMessages(request.messages), tools: writeTools(request.tools) },
    system: textOf(request.messages[0]?.content ?? []),
    names: request.tools.map(({ wireName }) => wireName),
  }));
}

type Sent = Awaited<ReturnType<typeof twoTurns>>[number];

/**
 * Checks that the second request begins with the first request's messages, and that only its last message describes
 * found tools.
 */
function expectSameAgain(one: Sent | undefined, two: Sent | undefined): void {
  const [before, after] = [one?.body.messages ?? [], two?.body.messages ?? []];
  expect(JSON.stringify(after.slice(0, before.length))).toBe(JSON.stringify(before));
  expect(JSON.stringify(after.slice(0, -1))).not.toContain('send_email');
  expect(String(after.at(-1)?.content)).toMatch(/^Now send an email to Ann\n\n[\s\S]*"mail__send_email"/);
}

/** Checks that the parts appear in the text in this order, each exactly once. */
function expectOrder(text: string, parts: readonly string[]): void {
  const places = parts.map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  for (const part of parts) expect(text.split(part), part).toHaveLength(2);
}

/** Formats a value for the snapshot, with its fields in the order in which they are sent. */
const golden = (value: unknown) => `${typeof value === 'string' ? value : JSON.stringify(value, null, 2)}\n`;

describe('A model with native calls', () => {
  proves(
    ['S1.prompt', 'S1.request'],
    'A model with native calls gets its tools as tools, and the base prompt before the client’s instructions',
    async () => {
      const [one] = await twoTurns(true);
      expect(one?.system).toBe('You are Toolpath.\n\nBe brief.');
      expect(one?.names).toEqual(['tool_search', 'call_tool', 'clock', 'travel__book_flight']);
      expect(JSON.stringify(one)).not.toContain('hotel');
      await expect(golden(one?.body)).toMatchFileSnapshot('goldens/native-first.txt');
    },
  );

  proves(
    ['S1.prompt', 'S1.request', 'L6'],
    'A second request to a native model repeats the first one, and describes found tools only at the end of its new message',
    async () => {
      const [one, two] = await twoTurns(true);
      expect(JSON.stringify(two?.body.tools)).toBe(JSON.stringify(one?.body.tools));
      expectSameAgain(one, two);
      await expect(golden(two?.body.messages)).toMatchFileSnapshot('goldens/native-second.txt');
    },
  );
});

describe('A model with a text format', () => {
  proves(
    ['S1.prompt', 'S1.request'],
    'A text model gets base prompt, client instructions, format, built-in, custom and MCP tools in one system message',
    async () => {
      const [one] = await twoTurns(false);
      expect(one?.body.tools).toEqual([]);
      expectOrder(one?.system ?? '', [
        'You are Toolpath.',
        'Be brief.',
        '# Tools',
        'Finds more tools.',
        'Calls a tool that tool_search found',
        'Tells the time',
        'Books a flight',
      ]);
      expect(JSON.stringify(one)).not.toContain('hotel');
      await expect(golden(one?.system)).toMatchFileSnapshot('goldens/text-system.txt');
    },
  );

  proves(
    ['S1.prompt', 'L6'],
    'A second request to a text model repeats the first one, and describes found tools only at the end of its new message',
    async () => {
      const [one, two] = await twoTurns(false);
      expectSameAgain(one, two);
      expect(two?.body.tools).toEqual([]);
      await expect(golden(two?.body.messages.slice(1))).toMatchFileSnapshot('goldens/text-second.txt');
    },
  );
});

proves(
  'S1.auto-search',
  'If the tool search fails, the prompt is sent without found tools and a warning is logged',
  async () => {
    const searchOver = vi.fn(() => {
      throw new Error('the index is broken');
    });
    const backend = new ScriptedBackend(inOrder({ text: 'Hello.' }));
    const { ask, log } = testTurns(backend, tools, { tree: {}, searchOver });
    const { answer } = await ask({ messages: first });
    expect(answer.text).toBe('Hello.');
    expect(backend.requests[0]?.tools.map(({ wireName }) => wireName)).toEqual(['tool_search', 'call_tool', 'clock']);
    expect(searchOver).toHaveBeenCalled();
    expect(log.lines.filter(({ level }) => level === 'warn')).toMatchObject([
      { message: expect.stringContaining('The tool search failed') },
    ]);
  },
);

describe('The tool format', () => {
  /** Returns the plan and the request of a turn that finds `travel::book_flight`. */
  async function planned(nativeTools: boolean, enabled?: readonly string[]) {
    const backend = new ScriptedBackend(inOrder({ text: 'Ok.' }));
    backend.said = { nativeTools };
    const { turns } = testTurns(backend, tools, { tree: {}, ...(enabled !== undefined && { formats: { enabled } }) });
    const started = await turns.start({ ...plainAsk, messages: first }, new AbortController());
    if (!started.ok) throw new Error('The turn did not start.');
    for await (const _ of started.turn.events);
    return { plan: started.turn.plan, request: backend.requests[0] };
  }

  proves(
    ['S1.format.native', 'S1.format.text'],
    'The format is native if it is enabled and the model supports it, otherwise a text format',
    async () => {
      const formats = await Promise.all([planned(true), planned(false), planned(true, ['hermes'])]);
      expect(formats.map(({ plan }) => plan.format)).toEqual(['native', 'hermes', 'hermes']);
      expect(formats.map(({ request }) => request?.tools.length)).toEqual([4, 0, 0]);
    },
  );

  proves(
    'S1.format.primary',
    'Without a usable format no tools are shown, and their decisions state the rule "no-format"',
    async () => {
      const { plan, request } = await planned(false, ['native']);
      expect(request?.tools).toEqual([]);
      expect(JSON.stringify(request?.messages)).not.toContain('tool_search');
      expect([plan.format, plan.visible, plan.callable]).toEqual(['none', [], []]);
      for (const tool of ['tool_search', 'call_tool', 'clock', 'travel::book_flight']) {
        const decision = plan.decisions.find((each) => each.tool === tool);
        expect(decision).toMatchObject({ verdict: 'out', rule: 'no-format', flip: plan.formatDecision?.flip });
      }
    },
  );
});

const plainAsk: Ask = {
  key: '',
  model: 'up/mock',
  messages: [],
  tools: { kind: 'absent' },
  choice: { kind: 'auto' },
  context: [],
  isStreamed: true,
  sampling: {},
};
