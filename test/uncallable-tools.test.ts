import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Decision } from '../src/core/index.ts';
import { createToolpath, type ToolpathSettings } from '../src/library.ts';
import { proves } from './requirements.ts';
import { folderWith, mcpClient, toolpath } from './toolpath.ts';
import { callAnswer, startUpstream, textAnswer } from './upstream.ts';

/** Tools that can never be called are offered to no model, and texts of a schema reach a model only in a safe form. */

const hostile = path.join(import.meta.dirname, 'servers/hostile.ts');
const odd = { command: process.execPath, args: [hostile, 'definitions'], always: ['hidden_parameters'] };

const folder = () =>
  folderWith({
    'toolpath.json': {
      tools: ['./t.mjs'],
      mcpServers: { odd, off: { command: 'nothing', disabled: true } },
      permit: [
        { tool: 'wipe', verdict: 'deny', reason: 'nothing is wiped' },
        { tool: 'odd::fien', verdict: 'deny' },
        { tool: 'off::send', verdict: 'deny' },
        { tool: 'tool_search', verdict: 'deny' },
        { tool: 'delete_*', verdict: 'deny' },
        { tool: 'task_only', server: 'odd', verdict: 'deny' },
      ],
      store: 'memory',
    },
    't.mjs': `export const tools = ['wipe', 'greet'].map((name) => ({ name, description: 'd', schema: { type: 'object' }, invoke: () => name }));`,
  });

const decisionsBy = (decisions: readonly Decision[]) => new Map(decisions.map((each) => [each.tool, each]));

describe('tools that can never be called', () => {
  proves(
    'L5',
    'If a permit rule denies python_execution, a model does not see it, and explain names the rule',
    async () => {
      const settings = { permit: [{ tool: 'python_execution', verdict: 'deny' }], store: 'memory' };
      const { stdout } = await toolpath(['explain', 'hello', '--json'], folderWith({ 'toolpath.json': settings }));
      const { decisions, visible } = JSON.parse(stdout) as { decisions: Decision[]; visible: string[] };
      const flip = 'change permit[0], which denies every call of it';
      expect(decisionsBy(decisions).get('python_execution')).toMatchObject({ verdict: 'out', rule: 'denied', flip });
      expect(visible).not.toContain('python_execution');
    },
  );

  proves(['L5', 'S1.explain'], 'explain says why a model does not see tools that can never be called', async () => {
    const { stdout } = await toolpath(['explain', 'wipe it', '--json'], folder());
    const { decisions, visible } = JSON.parse(stdout) as { decisions: Decision[]; visible: string[] };
    const of = decisionsBy(decisions);
    expect(of.get('wipe')).toMatchObject({ rule: 'denied', flip: 'change permit[0], which denies every call of it' });
    expect(of.get('tool_search')).toMatchObject({
      verdict: 'out',
      rule: 'denied',
      flip: expect.stringMatching(/permit\[3\]/),
    });
    expect(of.get('odd::task_only')).toMatchObject({
      rule: 'unusable',
      flip: expect.stringMatching(/only be called as a task/),
    });
    expect(of.get('odd::python_type')).toMatchObject({
      rule: 'unusable',
      flip: expect.stringMatching(
        /^fix its definition at the server: its schema is not usable: \/properties\/a has the type "str" \(did you mean "string"\?\)/,
      ),
    });
    expect(of.get('odd::hidden_name')).toMatchObject({ rule: 'unusable', flip: expect.stringMatching(/invisible/) });
    expect(of.get('odd::fien')).toMatchObject({
      rule: 'no-such-tool',
      flip: 'correct the name: "permit[1]" names it, but there is no such tool. Did you mean "odd::fine"?',
    });
    expect([of.has('off::send'), of.has('delete_*')]).toEqual([false, false]);
    expect(decisions.filter(({ tool }) => tool === 'odd::task_only')).toHaveLength(1);
    expect(visible).toContain('greet');
    for (const name of ['wipe', 'tool_search', 'odd__task_only', 'odd__python_type'])
      expect(visible).not.toContain(name);
  });

  test('The tools command names the tools that are left out and the permit rules that name no tool', async () => {
    const cwd = folder();
    const [all, one, json] = await Promise.all([
      toolpath(['tools'], cwd),
      toolpath(['tools', 'wipe'], cwd),
      toolpath(['tools', 'odd', '--json'], cwd),
    ]);
    expect(all.stdout).not.toMatch(/^wipe$/m);
    expect(all.stderr).toMatch(
      /^note: The tool "wipe" is left out \(denied\)\. To make it available, change permit\[0\]/m,
    );
    expect(all.stderr).toMatch(/^warning: The tool "odd::task_only" is left out \(unusable\)\./m);
    expect(all.stderr.match(/^.*not tools.*$/gm)).toEqual([
      'warning: The server "odd" lists 2 entries that are not tools (no name, or not an object).',
    ]);
    expect(all.stderr).not.toContain('"odd::"');
    expect(all.stderr).toMatch(/^warning: There is no tool "odd::fien": correct the name: "permit\[1\]" names it/m);
    expect(one).toMatchObject({ code: 1, stderr: expect.stringMatching(/^The tool "wipe" is left out \(denied\)/) });
    const names = JSON.parse(json.stdout).leftOut.map(({ tool }: Decision) => tool);
    expect(names).toContain('odd::python_type');
    expect(names).not.toContain('wipe');
  });

  test('A direct call of a denied tool returns the reason', async () => {
    const called = await toolpath(['call', 'wipe', '--json'], folder());
    expect(called.code).toBe(1);
    expect(JSON.parse(called.stdout)).toMatchObject({
      failure: { kind: 'denied', rule: 'permit[0]', reason: 'nothing is wiped' },
    });
  });

  test('The error for an unknown tool suggests only tools that can be called', async () => {
    const { client } = await mcpClient(folder());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['greet', 'odd__fine']));
    for (const name of ['wipee', 'odd__python_typ']) {
      const told = JSON.stringify((await client.callTool({ name, arguments: {} })).content);
      expect(told).toMatch(/Unknown tool .* Known tools: greet, odd::fine, /);
      expect(told).not.toMatch(/Did you mean|\bwipe\b|python_type/);
    }
  });
});

async function start(settings: ToolpathSettings) {
  const upstream = await startUpstream();
  const gateway = createToolpath({
    backends: { up: { kind: 'openai', baseUrl: upstream.url } },
    model: 'up/mock',
    ...settings,
  });
  onTestFinished(() => gateway.close());
  return { upstream, gateway };
}

describe('what a model receives', () => {
  proves(['L5', 'L10'], 'A request to a model declares no denied tool', async () => {
    const tools = ['wipe', 'greet'].map((name) => ({ name, description: 'd', schema: {}, invoke: () => name }));
    const { upstream, gateway } = await start({ tools, builtins: [], permit: [{ tool: 'w*', verdict: 'deny' }] });
    upstream.script(textAnswer('Hello.'));
    await gateway.ask('Hi').message;
    expect(upstream.requests.at(-1)?.body.tools).toMatchObject([{ function: { name: 'greet' } }]);
    expect(upstream.requests.at(-1)?.body.tools).toHaveLength(1);
  });

  proves(
    ['L9', 'L10'],
    'A model sees no hidden characters, long descriptions or unused definitions of an MCP tool, and the server gets its own value',
    async () => {
      const { upstream, gateway } = await start({ mcpServers: { odd } });
      upstream.script(
        callAnswer([{ name: 'odd__hidden_parameters', args: { unit: 'imperial', note: null } }]),
        textAnswer('Done.'),
      );
      await gateway.ask('Convert it.').message;
      const [first, second] = upstream.requests.filter(({ method }) => method === 'POST');
      const tools = first?.body.tools as readonly Declared[];
      const declared = tools.find((tool) => tool.function.name === 'odd__hidden_parameters');
      expect(declared?.function.parameters).toEqual({
        type: 'object',
        properties: {
          unit: { enum: ['metric', 'imperial'], description: 'The unit.', default: '[31mmetric' },
          note: { $ref: '#/$defs/Note' },
        },
        $defs: { Note: { type: 'string', title: 'Note', description: `${'n'.repeat(4_096)} [… cut]` } },
      });
      const messages = second?.body.messages as readonly unknown[];
      expect(messages.at(-1)).toMatchObject({ role: 'tool', content: '{"unit":"imp\u200berial"}' });
    },
  );

  test('An MCP client receives the parameters of a tool without unused definitions', async () => {
    const { client } = await mcpClient(folder());
    const { tools } = await client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'odd__hidden_parameters') ?? {};
    expect(inputSchema).toMatchObject({ properties: { note: { $ref: '#/$defs/Note' } } });
    expect(Object.keys(inputSchema?.$defs ?? {})).toEqual(['Note']);
  });
});

interface Declared {
  readonly function: { readonly name: string; readonly parameters: unknown };
}
