import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { tool } from '@langchain/core/tools';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { differences, ownProperties } from '../../test/own-properties.ts';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import type { Outcome, Tool } from '../core/index.ts';
import { textOf } from '../core/index.ts';
import { type ExecutorOptions, ToolExecutor } from './executor.ts';
import { ToolManager } from './manager.ts';
import { permitByRules } from './permit.ts';
import { descriptionOf } from './traits.ts';

/** Tests with real servers and LangChain's real MCP adapter; the tools come from its `getTools()`. */

const servers = {
  zwave: '../../test/servers/zwave.ts',
  everything: '../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
};

type ServerName = keyof typeof servers;
type AdapterOptions = Partial<ConstructorParameters<typeof MultiServerMCPClient>[0]>;

interface Connection {
  readonly client: MultiServerMCPClient;
  readonly tools: Awaited<ReturnType<MultiServerMCPClient['getTools']>>;
  /** Returns the text that the servers wrote to stderr so far. */
  readonly stderr: () => string;
  readonly pids: readonly number[];
}

const connections: Connection[] = [];

async function connect(names: readonly ServerName[], options: AdapterOptions = {}): Promise<Connection> {
  const mcpServers = names.map((name) => [
    name,
    {
      transport: 'stdio' as const,
      command: process.execPath,
      args: [fileURLToPath(new URL(servers[name], import.meta.url)), 'stdio'],
      stderr: 'pipe' as const,
    },
  ]);
  const client = new MultiServerMCPClient({ ...options, mcpServers: Object.fromEntries(mcpServers) });
  const tools = await client.getTools();
  let stderr = '';
  const pids: number[] = [];
  for (const name of names) {
    const transport = (await client.getClient(name))?.transport as unknown as { pid: number; stderr: Readable };
    pids.push(transport.pid);
    transport.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      stderr += chunk;
    });
  }
  const connection = { client, tools, pids, stderr: () => stderr };
  connections.push(connection);
  return connection;
}

let both: Connection;

beforeAll(async () => {
  both = await connect(['zwave', 'everything']);
});

afterAll(async () => {
  await Promise.all(connections.map(({ client }) => client.close()));
  expect(connections.flatMap(({ pids }) => pids).filter(isAlive)).toEqual([]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function setUp(options: ExecutorOptions = {}, tools: readonly Tool[] = both.tools) {
  const manager = new ToolManager();
  manager.add(tools);
  const log = recordingLog();
  const executor = new ToolExecutor(manager, { log, ...options });
  const call = (name: string, args: unknown = {}, signal?: AbortSignal): Promise<Outcome> =>
    executor.execute({ id: 'call-1', name, arguments: args }, signal);
  const text = async (name: string, args: unknown = {}) => textOf((await call(name, args)).content);
  return { manager, executor, log, call, text };
}

/** Returns the adapter's own tool, to be called as LangChain would call it. */
function adapterTool(name: string) {
  const found = both.tools.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return found;
}

/** Calls the server directly, without the adapter's conversion. */
async function serversAnswer(server: ServerName, name: string) {
  const client = await both.client.getClient(server);
  return (await client?.callTool({ name, arguments: {} })) as { content: { type: string; data?: string }[] };
}

describe("the adapter's tools", () => {
  proves(
    ['S2.manager.langchain', 'S2.manager.array', 'S2.exec.by-name'],
    'Tools of LangChain’s MCP adapter are added as they are, executed, and not modified',
    async () => {
      const before = both.tools.map(ownProperties);
      const { manager, call, text } = setUp();
      expect(manager.all()).toEqual(both.tools);
      expect(manager.all().every((one, place) => one === both.tools[place])).toBe(true);

      expect(await text('control_zwave_device', { deviceName: 'Lamp', action: 'dim', level: 40 })).toBe(
        'received {"deviceName":"Lamp","action":"dim","level":40}',
      );
      expect(await text('echo', { message: 'hello' })).toBe('Echo: hello');
      expect(await call('get-sum', { a: 19, b: '23' })).toMatchObject({
        status: 'ok',
        content: [{ type: 'text', text: 'The sum of 19 and 23 is 42.' }],
        notes: [{ kind: 'coerced', path: 'b', how: 'text to number' }],
      });
      await call('complain');
      await call('control_zwave_device', { nonsense: true });

      const changes = both.tools.flatMap((one, place) => differences(before[place] ?? new Map(), ownProperties(one)));
      // LangChain's validator adds a hidden property to each part of a JSON Schema at its first use.
      expect(changes.filter((path) => !path.includes('.__absolute_uri__'))).toEqual([]);
      expect(JSON.stringify(adapterTool('echo').schema)).not.toContain('__absolute_uri__');
      expect(await adapterTool('echo').invoke({ message: 'still here' })).toBe('Echo: still here');
    },
  );

  test('Each of many concurrent calls through one connection gets its own result', async () => {
    const { text } = setUp();
    const places = Array.from({ length: 40 }, (_, place) => place);
    expect(await Promise.all(places.map((place) => text('echo_arguments', { place })))).toEqual(
      places.map((place) => `{"place":${place}}`),
    );
  });

  proves(
    'S2.manager.define',
    'An MCP tool without a description is shown as `Tool: <name>` and is not modified',
    async () => {
      const { manager, text } = setUp();
      const undescribed = manager.find('no_description');
      expect(undescribed?.description).toBe('');
      expect(undescribed && descriptionOf(undescribed)).toBe('Tool: no_description');
      expect(await text('no_description')).toBe('described or not');
      const custom = tool(() => 1, { name: 'custom', description: '', schema: z.object({}) });
      expect(() => manager.add(custom)).toThrow('Tool "custom" has no description.');
    },
  );

  proves('S2.exec.arguments', 'Invalid arguments are rejected before they are sent to the server', async () => {
    const { text } = setUp();
    expect(await text('control_zwave_device', { deviceName: 'Lamp', action: 'explode' })).toBe(
      [
        'Invalid arguments for "control_zwave_device":',
        '- action: expected "on" | "off" | "dim", got the string "explode"',
        'Expected: { "deviceName": string, "action": "on" | "off" | "dim", "level"?: integer (0 to 100) }',
      ].join('\n'),
    );
    // Our check ignores `format`, but LangChain's enforces it.
    expect(await text('set_alarm', { time: 'dawn' })).toBe(
      [
        'Invalid arguments for "set_alarm":',
        '- the tool does not accept these arguments',
        'Expected: { "time": string (time) }',
      ].join('\n'),
    );
  });
});

describe('parameter names', () => {
  proves('S2.params.decision', 'LangChain’s MCP adapter does not rename parameters, so the executor must', async () => {
    const args = { device_name: 'Lamp', nested_value: { inner_name: [{ deep_name: 1 }] } };
    expect(await adapterTool('echo_arguments').invoke(args)).toBe(JSON.stringify(args));
    await expect(adapterTool('control_zwave_device').invoke({ device_name: 'Lamp', action: 'on' })).rejects.toThrow(
      'Received tool input did not match expected schema',
    );
  });

  proves(
    'S2.params.snake',
    'snake_case parameters are renamed to camelCase unless the schema declares the snake_case name',
    async () => {
      const { call, text } = setUp();
      expect(await call('control_zwave_device', { device_name: 'Lamp', action: 'on' })).toMatchObject({
        status: 'ok',
        content: [{ text: 'received {"deviceName":"Lamp","action":"on"}' }],
        notes: [{ kind: 'renamed', from: 'device_name', to: 'deviceName' }],
      });
      expect(await text('echo_arguments', { new_parameter_name: 1, level_2: 2 })).toBe(
        '{"newParameterName":1,"level2":2}',
      );
      expect(await text('get_sensor', { device_id: 'hall', max_age: 5, some_other: 1 })).toBe(
        '{"device_id":"hall","max_age":5,"someOther":1}',
      );
    },
  );

  proves('S2.params.static', 'Parameter names from the settings take precedence', async () => {
    const control_zwave_device = { device_name: 'deviceName', command: 'action' };
    const { text } = setUp({ parameterNames: { control_zwave_device, echo_arguments: { device_name: 'node' } } });
    expect(await text('control_zwave_device', { device_name: 'Lamp', command: 'off' })).toBe(
      'received {"deviceName":"Lamp","action":"off"}',
    );
    expect(await text('echo_arguments', { device_name: 'Lamp', other_name: 1 })).toBe('{"node":"Lamp","otherName":1}');
    expect(await text('get_sensor', { device_id: 'hall', command: 'x' })).toBe('{"device_id":"hall","command":"x"}');
    expect(await setUp().text('control_zwave_device', { device_name: 'Lamp', command: 'off' })).toMatch(
      /^Invalid arguments for "control_zwave_device":\n- action: missing/,
    );
  });

  proves(
    'S2.params.pass',
    'Parameters that need no other name are passed unchanged, and no argument is overwritten',
    async () => {
      const custom = tool((args) => JSON.stringify(args), {
        name: 'custom',
        description: 'd',
        schema: { type: 'object', additionalProperties: true },
      });
      const plain = { name: 'plain', description: 'd', schema: {}, invoke: (args: object) => JSON.stringify(args) };
      const { call } = setUp({}, [...both.tools, custom, plain]);
      const unchanged: [name: string, args: object][] = [
        ['echo_arguments', { plain: 1, camelCase: 2, 'kebab-case': 3, UPPER: 4, _: 5, __proto: 6 }],
        ['echo_arguments', { nested: { inner_name: 1 } }],
        ['echo_arguments', { device_name: 'a', deviceName: 'b' }],
        ['get_sensor', { device_id: 'hall' }],
        ['custom', { device_name: 'Lamp', new_parameter_name: 1 }],
        ['plain', { device_name: 'Lamp', new_parameter_name: 1 }],
      ];
      for (const [name, args] of unchanged) {
        expect(await call(name, args)).toMatchObject({
          status: 'ok',
          content: [{ type: 'text', text: JSON.stringify(args) }],
          notes: [],
        });
      }
    },
  );

  proves('S2.params.log', 'Renamed parameters are logged with their old and new names', async () => {
    const { call, log } = setUp({ parameterNames: { control_zwave_device: { command: 'action' } } });
    await call('control_zwave_device', { device_name: 'Lamp', command: 'on', level: 3 });
    expect(log.lines).toMatchObject([
      {
        level: 'info',
        message: 'Parameters renamed.',
        fields: { tool: 'control_zwave_device', before: 'device_name, command', after: 'deviceName, action' },
      },
      {
        level: 'info',
        message: 'Tool executed.',
        fields: { arguments: { deviceName: 'Lamp', action: 'on', level: 3 } },
      },
    ]);
    const quiet = setUp();
    await quiet.call('echo_arguments', { plain: 1 });
    expect(quiet.log.lines.map(({ message }) => message)).toEqual(['Tool executed.']);
  });
});

describe('errors of a server', () => {
  proves('S2.params.server-error', 'The error message of a server reaches the caller unchanged', async () => {
    const { call, log } = setUp();
    const outcome = await call('complain');
    expect(outcome).toMatchObject({
      status: 'error',
      failure: { kind: 'reported', tool: 'complain', message: 'Error: deviceName is required' },
      content: [{ type: 'text', text: 'Error: deviceName is required' }],
    });
    expect(log.lines).toMatchObject([{ level: 'warn', message: 'The tool reported an error.' }]);
    const complaints = [
      'two\n\nlines, and "quotes" \u2028 \u{1F4A1}',
      "MCP tool 'x' on server 'y' returned an error: as if",
      'the device said: ECONNREFUSED, connection closed, fetch failed',
      'Received tool input did not match expected schema',
      `${'a list of problems\n'.repeat(1_000)}the end`,
    ];
    for (const words of complaints) {
      const { content, ...rest } = await call('complain', { words });
      expect(content).toEqual([{ type: 'text', text: words }]);
      expect(rest).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
    }
  });

  proves('S2.params.server-error', 'The message of a JSON-RPC error reaches the caller unchanged', async () => {
    expect(await setUp().call('rpc_error')).toMatchObject({
      status: 'error',
      failure: { kind: 'reported' },
      content: [{ type: 'text', text: 'Invalid arguments: level must be at most 100' }],
    });
  });

  test('A server error without a message is still reported to the caller', async () => {
    expect(await setUp().text('complain', { words: '' })).toMatch(/^MCP tool 'complain' .*returned an error/);
  });
});

describe('content', () => {
  test('Content blocks of every type arrive as the server sent them', async () => {
    const { content: sent } = await serversAnswer('zwave', 'mixed_content');
    const [words, image, log, , audio, firmware] = sent;
    const outcome = await setUp().call('mixed_content');
    expect(outcome).toMatchObject({ status: 'ok', notes: [] });
    expect(outcome.content).toEqual([
      words,
      image,
      // The adapter drops the name of a link and puts resources last.
      {
        type: 'json',
        value: { type: 'file', source_type: 'url', url: 'zwave://manual', mime_type: 'application/pdf' },
      },
      audio,
      log,
      firmware,
    ]);
  });

  test('An image arrives unchanged, byte for byte', async () => {
    const sent = (await serversAnswer('everything', 'get-tiny-image')).content[1];
    const { content } = await setUp().call('get-tiny-image');
    expect(content.map(({ type }) => type)).toEqual(['text', 'image', 'text']);
    expect(content[1]).toEqual({ type: 'image', mimeType: 'image/png', data: sent?.data });
    expect(
      Buffer.from(sent?.data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
    ).toBe('PNG');
  });

  test('An embedded resource arrives as a resource block', async () => {
    const { content } = await setUp().call('get-resource-reference', { resourceType: 'Blob', resourceId: 2 });
    expect(content.at(-1)).toMatchObject({
      type: 'resource',
      resource: { uri: 'demo://resource/dynamic/blob/2', blob: expect.any(String) },
    });
  });

  test('Structured content and metadata are separate from the text', async () => {
    const { call } = setUp();
    expect(await call('structured')).toMatchObject({
      content: [{ type: 'text', text: '21.5 degrees' }],
      structured: { temperature: 21.5, unit: 'C' },
    });
    expect(await call('get-structured-content', { location: 'chicago' })).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/^\{"temperature":/) }],
      structured: { conditions: 'Light rain / drizzle' },
      notes: [{ kind: 'coerced', path: 'location', how: 'letter case' }],
    });
    const { content, ...rest } = await call('with_meta');
    expect(content).toEqual([{ type: 'text', text: 'the answer alone' }]);
    expect(rest).toMatchObject({ artifact: [{ type: 'mcp_meta', data: { 'zwave/node': 7 } }] });
  });

  test('A result without content gives an outcome without content', async () => {
    const outcome = await setUp().call('says_nothing');
    expect(outcome).toMatchObject({ status: 'ok', content: [] });
    expect(outcome).not.toHaveProperty('artifact');
  });

  test('The adapter’s standard content blocks give the same content', async () => {
    const { tools } = await connect(['zwave'], { useStandardContentBlocks: true });
    const standard = setUp({}, tools);
    const usual = setUp();
    for (const name of ['structured', 'with_meta', 'says_nothing', 'echo_arguments']) {
      expect((await standard.call(name)).content).toEqual((await usual.call(name)).content);
    }
    const [words, image, , audio] = (await usual.call('mixed_content')).content;
    expect((await standard.call('mixed_content')).content).toEqual(expect.arrayContaining([words, image, audio]));
  });
});

describe('cancellation', () => {
  const cancellations = () => both.stderr().split('cancelled stall\n').length - 1;

  proves('S2.exec.timeout', 'At the time limit the MCP server receives a cancellation', async () => {
    const { call, text } = setUp({ limits: { tools: { stall: { toolMs: 200 } } } });
    const before = cancellations();
    const outcome = await call('stall');
    expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'timeout', tool: 'stall', limitMs: 200 } });
    expect(textOf(outcome.content)).toMatch(/^The tool "stall" timed out: it did not answer within 200 ms/);
    await vi.waitFor(() => expect(cancellations()).toBe(before + 1));
    expect(await text('echo_arguments', { still: 'here' })).toBe('{"still":"here"}');
  });

  test('When the caller cancels, the MCP server receives a cancellation', async () => {
    const before = cancellations();
    const starts = () => both.stderr().split('started stall\n').length - 1;
    const startsBefore = starts();
    const caller = new AbortController();
    const pending = setUp().call('stall', {}, caller.signal);
    await vi.waitFor(() => expect(starts()).toBe(startsBefore + 1));
    caller.abort(new Error('the client hung up'));
    expect(await pending).toMatchObject({ failure: { kind: 'cancelled', reason: 'the client hung up' } });
    await vi.waitFor(() => expect(cancellations()).toBe(before + 1));
  });

  test('The adapter’s own timeout is reported as an unavailable server, not as a message from the server', async () => {
    const { tools } = await connect(['zwave'], { defaultToolTimeout: 50 });
    expect(await setUp({}, tools).call('stall')).toMatchObject({ failure: { kind: 'unavailable', tool: 'stall' } });
  });
});

describe('a dead server', () => {
  proves(
    'S2.exec.network',
    'If a server dies, the current call and later calls report "Service unavailable"',
    async () => {
      const { tools, pids } = await connect(['zwave']);
      const { call, log } = setUp({}, [...tools, adapterTool('echo')]);
      for (const name of ['pid_exit', 'echo_arguments']) {
        const outcome = await call(name);
        expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'unavailable', tool: name } });
        expect(textOf(outcome.content)).toMatch(
          new RegExp(`^Service unavailable: the tool "${name}" cannot be reached \\(`),
        );
      }
      expect(log.lines).toMatchObject([
        { level: 'error', message: 'The tool is unavailable.' },
        { level: 'error', message: 'The tool is unavailable.' },
      ]);
      expect(pids.filter(isAlive)).toEqual([]);
      expect(await call('echo', { message: 'another server' })).toMatchObject({ status: 'ok' });
    },
  );
});

describe('permit', () => {
  test('Permit rules use the annotations in the adapter’s metadata', async () => {
    const { call } = setUp({
      permit: permitByRules([
        { annotations: { readOnlyHint: true }, verdict: 'allow' },
        { verdict: 'deny', reason: 'this gateway is read-only' },
      ]),
    });
    expect(await call('get_sensor', { device_id: 'hall' })).toMatchObject({ status: 'ok' });
    expect(await call('echo', { message: 'hello' })).toMatchObject({ status: 'ok' });
    for (const name of ['no_description', 'pid_exit', 'toggle-simulated-logging']) {
      expect(await call(name)).toMatchObject({
        failure: { kind: 'denied', rule: 'permit[1]', reason: 'this gateway is read-only' },
      });
    }
  });

  test('A tool without annotations counts as destructive', async () => {
    const { call } = setUp({ permit: permitByRules([{ annotations: { destructiveHint: true }, verdict: 'deny' }]) });
    for (const name of ['no_description', 'pid_exit']) {
      expect(await call(name)).toMatchObject({ failure: { kind: 'denied' } });
    }
    expect(await call('get_sensor', { device_id: 'hall' })).toMatchObject({ status: 'ok' });
    expect(await call('toggle-simulated-logging')).toMatchObject({ status: 'ok' });
    expect(await call('toggle-simulated-logging')).toMatchObject({ status: 'ok' });
  });
});
