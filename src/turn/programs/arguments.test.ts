import { expect, test } from 'vitest';
import { Client, program, setUp, told } from '../../../test/programs.ts';
import { proves } from '../../../test/requirements.ts';

const COMMAND = {
  type: 'object',
  properties: { command: { type: 'string' }, 'time-out': { type: 'integer' } },
  required: ['command'],
};

/** Runs a program for a client whose tool `bash` has these parameters. */
async function run(code: string, schema: object = COMMAND) {
  const { ask, backend } = setUp([program(code), { text: 'Done.' }]);
  const tools = [{ name: 'bash', description: '', schema }];
  const client = new Client(ask, { tools: { kind: 'listed', mixed: false, tools } });
  await client.send();
  return { sent: client.calls.map(({ arguments: args }) => args), told: told(backend)[0] };
}

test.each([
  ['a dict', 'call_tool("bash", {"command": "ls"})'],
  ['JSON text', 'call_tool("bash", \'{"command": "ls"}\')'],
  ['keyword arguments', 'call_tool("bash", command="ls")'],
  ['a dict with a keyword', 'call_tool(tool_name="bash", args={"command": "ls"})'],
  ['spread keyword arguments', 'call_tool("bash", **{"command": "ls"})'],
])('call_tool takes the arguments of a tool as %s', async (_, code) => {
  expect((await run(code)).sent.map((args) => JSON.parse(String(args)))).toEqual([{ command: 'ls' }]);
});

test.each([
  ['call_tool("bash", input="1+1")', { input: '1+1' }],
  ['call_tool("bash", input={"k": 1})', { input: { k: 1 } }],
  ['call_tool("bash", input={"k": 1}, name="Ann")', { input: { k: 1 }, name: 'Ann' }],
  ['call_tool(tool_name="bash", name="Ann")', { name: 'Ann' }],
  ['call_tool("bash", args={"input": 2})', { input: 2 }],
])('%s gives the tool its own parameters', async (code, expected) => {
  const schema = { type: 'object', properties: { input: {}, name: { type: 'string' } } };
  expect((await run(code, schema)).sent.map((args) => JSON.parse(String(args)))).toEqual([expected]);
});

test.each([
  'call_tool("bash", "ls -la")',
  'call_tool("bash", ["ls"])',
  'call_tool("bash", 5)',
  'call_tool(5, {})',
  'call_tool("bash", {"command": "a"}, command="b")',
  'call_tool("bash", {"command": "a"}, 3)',
])('%s is a TypeError, and the client gets no call', async (code) => {
  const { sent, told: outcome } = await run(code);
  expect(sent).toEqual([]);
  expect(outcome).toMatch(/TypeError: call_tool\(\) takes the name of a tool and a dict of its arguments/);
});

proves(
  'L10',
  'A call with a missing or unknown argument is a TypeError with the signature, and does not leave',
  async () => {
    for (const [code, problem] of [
      ['bash(cmd="ls")', 'has no argument "cmd"'],
      ['bash(command="ls", wait=True)', 'has no argument "wait"'],
      ['bash()', 'needs the argument "command"'],
      ['call_tool("bash")', 'needs the argument "command"'],
      ['call_tool("bash", {"command": "ls", "x": 1})', 'has no argument "x"'],
    ] as const) {
      const { sent, told: outcome } = await run(code);
      expect(sent).toEqual([]);
      expect(outcome).toContain(`TypeError: bash() ${problem}. Call it as bash(command: str`);
    }
  },
);

test.each([
  ['other arguments', { ...COMMAND, additionalProperties: true }, 'bash(command="ls", wait=True)'],
  ['arguments by a pattern', { ...COMMAND, patternProperties: { '^w': {} } }, 'bash(command="ls", wait=True)'],
  ['arguments of a branch', { anyOf: [COMMAND, { additionalProperties: true }] }, 'bash(command="ls", wait=True)'],
  ['any arguments', { type: 'object' }, 'bash(command="ls", wait=True)'],
  ['a name that Python does not allow', COMMAND, 'bash(**{"command": "ls", "time-out": 3})'],
  ['a value of another type', COMMAND, 'bash(command=5)'],
])('The client gets a call with %s if its tool allows them or it judges them', async (_, parameters, code) => {
  expect((await run(code, parameters)).sent).toHaveLength(1);
});
