import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type TestContext } from 'vitest';
import { proves } from '../requirements.ts';
import { callAnswer, type Play, type ScriptedCall, textAnswer } from '../upstream.ts';
import { type Asked, countingTool, type GatewayOptions, openGateway, outline, toolNames } from './gateway.ts';
import { findOpenCode, openCode, type Ran } from './opencode.ts';

/** OpenCode starts within seconds, but takes much longer on a busy machine. */
const PATIENCE_MS = 180_000;

const TASK = 'Read notes.txt, and write it in capitals to shout.txt.';

/** Sets up OpenCode in a folder with one file, and a gateway with a scripted model that can do the task. */
async function setUp(
  { skip }: TestContext,
  options: GatewayOptions & { readonly beside?: readonly ScriptedCall[] } = {},
) {
  const binary = findOpenCode();
  if (binary === undefined)
    return skip('OpenCode is not installed. To run this test, run "npm run opencode:install" (350 MB).');
  const { beside = [], ...given } = options;
  const gateway = await openGateway(given);
  const client = await openCode(binary, gateway.baseUrl, { 'notes.txt': 'hello\nworld\n' });
  gateway.upstream.script(...Array<Play>(30).fill(modelFor(client.folder, beside)));
  const working = () => gateway.asked().filter((asked) => !isForTitle(asked.body.messages));
  return { ...gateway, client, working, shout: path.join(client.folder, 'shout.txt') };
}

/** Plays the model, depending on the transcript: reads the file, then writes its text in capitals, then answers. */
function modelFor(folder: string, beside: readonly ScriptedCall[]): Play {
  return (request) => {
    const messages = request.body.messages as Asked['body']['messages'];
    const answer = (play: Play) => (typeof play === 'function' ? play(request) : play);
    if (isForTitle(messages)) return answer(textAnswer('Notes in capitals'));
    const spoken = messages.findLastIndex(({ role }) => role === 'user');
    if (String(messages[spoken]?.content).includes('Thanks')) return answer(textAnswer('You are welcome.'));
    const outcomes = messages.slice(spoken).filter(({ role }) => role === 'tool');
    const read = outcomes.map(({ content }) => String(content)).find((text) => text.includes('<content>'));
    if (read === undefined) {
      const reading = { name: 'read', args: { filePath: path.join(folder, 'notes.txt') }, id: 'up_read' };
      return answer(callAnswer([reading, ...beside], { text: 'I read it.' }));
    }
    if (!outcomes.some(({ content }) => String(content).startsWith('Wrote'))) {
      const content = linesOf(read).join('\n').toUpperCase();
      const args = { filePath: path.join(folder, 'shout.txt'), content };
      return answer(callAnswer([{ name: 'write', args, id: 'up_write' }]));
    }
    return answer(textAnswer('It is written.'));
  };
}

/** Returns the lines of a file that OpenCode has read. OpenCode numbers them: `1: hello`. */
function linesOf(read: string): string[] {
  return read.split('\n').flatMap((line) => /^\d+: (.*)$/.exec(line)?.[1] ?? []);
}

/** True for OpenCode's separate request for a title, which has no tools. */
function isForTitle([system]: Asked['body']['messages']): boolean {
  return String(system?.content).startsWith('You are a title generator');
}

/** Summarises a run of OpenCode: its tool calls in order, the finish reason of each step, and its texts. */
function told({ events }: Ran) {
  const parts = events.flatMap(({ part }) => part ?? []);
  return {
    tools: parts.flatMap(({ tool, state }) => (tool === undefined ? [] : [`${tool} ${state?.status}`])),
    finishes: parts.flatMap(({ type, reason }) => (type === 'step-finish' ? [reason] : [])),
    texts: parts.flatMap(({ type, text }) => (type === 'text' ? [text] : [])),
  };
}

/** Returns the outline of a request without the system prompt, with shortened paths and read results. */
function story(asked: Asked | undefined): readonly string[] {
  return outline(asked)
    .slice(1)
    .map((line) => line.replaceAll(/"filePath":"[^"]*\/([^"/]+)"/g, '"filePath":"$1"'))
    .map((line) => (line.startsWith('read → ') ? `read → ${linesOf(line).join(', ')}` : line));
}

proves(
  ['S4.opencode', 'S4.always-tools'],
  'OpenCode reads a file and writes another, with its tools in every request',
  async (context) => {
    const { client, working, shout } = await setUp(context);
    const ran = await client.run(TASK);
    expect({ code: ran.code, ...told(ran) }, ran.stderr).toEqual({
      code: 0,
      tools: ['read completed', 'write completed'],
      finishes: ['tool-calls', 'tool-calls', 'stop'],
      texts: ['I read it.', 'It is written.'],
    });
    expect(readFileSync(shout, 'utf8')).toBe('HELLO\nWORLD');
    expect(working()).toHaveLength(3);
    for (const asked of working()) expect(toolNames(asked)).toEqual(expect.arrayContaining(['read', 'write', 'bash']));
    expect(new Set(working().map((asked) => JSON.stringify(asked.body.tools))).size).toBe(1);
    expect(story(working()[2])).toEqual([
      `user: ${JSON.stringify(TASK)}`,
      'assistant: I read it. read({"filePath":"notes.txt"})',
      'read → hello, world',
      'assistant: write({"filePath":"shout.txt","content":"HELLO\\nWORLD"})',
      'write → Wrote file successfully.',
    ]);
    expect(client.strayed).toEqual([]);
  },
  PATIENCE_MS,
);

proves(
  ['S4.opencode', 'S0.mixed'],
  'With mixed tools, one step of OpenCode calls both kinds, and the model sees both in every later request',
  async (context) => {
    const clock = countingTool('clock', () => 'It is noon.');
    const { client, working, shout, gateway } = await setUp(context, {
      tools: [clock],
      settings: { mixed: 'true' },
      beside: [{ name: 'clock', args: { q: 'now' }, id: 'up_clock' }],
    });
    const ran = await client.run(TASK);
    expect({ code: ran.code, ...told(ran) }, ran.stderr).toEqual({
      code: 0,
      tools: ['read completed', 'write completed'],
      finishes: ['tool-calls', 'tool-calls', 'stop'],
      texts: ['I read it.', 'It is written.'],
    });
    expect(readFileSync(shout, 'utf8')).toBe('HELLO\nWORLD');
    expect(clock.runs).toBe(1);
    for (const asked of working()) expect(toolNames(asked)).toEqual(expect.arrayContaining(['read', 'write', 'clock']));
    const history = [
      `user: ${JSON.stringify(TASK)}`,
      'assistant: I read it. read({"filePath":"notes.txt"}) clock({"q":"now"})',
      'read → hello, world',
      'clock → It is noon.',
      'assistant: write({"filePath":"shout.txt","content":"HELLO\\nWORLD"})',
      'write → Wrote file successfully.',
    ];
    expect(story(working()[1])).toEqual(history.slice(0, 4));
    expect(story(working()[2])).toEqual(history);
    // The calls have the ids of the model again, although OpenCode knows its calls by other ids.
    expect(working()[2]?.body.messages.flatMap(({ tool_call_id: id }) => id ?? [])).toEqual([
      'up_read',
      'up_clock',
      'up_write',
    ]);
    const turns = gateway.log.lines.filter(
      ({ message, fields }) => message === 'Turn finished.' && fields.source === 'request',
    );
    expect(turns.map(({ fields }) => fields.finish)).toEqual(['calls', 'calls', 'stop']);

    const again = await client.run('Thanks.', '--continue');
    expect(told(again).texts).toEqual(['You are welcome.']);
    expect(story(working()[3])).toEqual([...history, 'assistant: It is written.', 'user: Thanks.']);
    expect(clock.runs).toBe(1);
    expect(client.strayed).toEqual([]);
  },
  PATIENCE_MS,
);
