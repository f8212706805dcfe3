import { describe, expect, test } from 'vitest';
import { createReader, formats, type ReaderEvent } from '../src/formats/index.ts';
import { finished, folderWith, startToolpath, toolpath } from './toolpath.ts';

const weather = {
  name: 'get_weather',
  description: 'The weather.',
  parameters: { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer' } } },
};
const hermes =
  '<think>Where?</think>Let me look. <tool_call>\n{"name": "get_weather", "arguments": {"city": "Tromsø 🏔️"}}\n</tool_call>';

async function parse(args: readonly string[], input: string, files: Record<string, string | object> = {}) {
  const { code, stdout, stderr } = await toolpath(['parse', ...args], folderWith(files), {}, input);
  return { code, stderr, events: eventsIn(stdout) };
}

function eventsIn(stdout: string): ReaderEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

function callsIn(events: readonly ReaderEvent[]) {
  return events.flatMap((event) => (event.type === 'call' ? [[event.name, event.arguments]] : []));
}

function joined(events: readonly ReaderEvent[], type: 'text' | 'reasoning' | 'call-args'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

describe('The parse command', () => {
  test('The parse command prints the events of a text, one per line', async () => {
    const { code, stderr, events } = await parse(['--format', 'hermes'], hermes);
    const reader = createReader({ formats: ['hermes'] });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(events).toEqual([...reader.push(hermes), ...reader.end()]);
    expect(callsIn(events)).toEqual([['get_weather', { city: 'Tromsø 🏔️' }]]);
  });

  test('The option --chunk splits the text into pieces of the given number of characters', async () => {
    const { events } = await parse(['--format', 'hermes', '--chunk', '1'], hermes);
    expect(events.filter(({ type }) => type === 'text').length).toBeGreaterThan(5);
    expect(joined(events, 'text')).toBe('Let me look. ');
    expect(joined(events, 'reasoning')).toBe('Where?');
    expect(JSON.parse(joined(events, 'call-args'))).toEqual({ city: 'Tromsø 🏔️' });
  });

  test('The option --format takes several names, repeated or separated by commas; a family name selects all its records', async () => {
    const text = '[TOOL_CALLS]now[ARGS]{}[TOOL_CALLS][{"name": "get_weather", "arguments": {}}]';
    const expected = [
      ['now', {}],
      ['get_weather', {}],
    ];
    for (const args of [
      ['--format', 'hermes, mistral_v3,mistral_v11'],
      ['--format', 'hermes', '--format', 'mistral'],
    ])
      expect(callsIn((await parse(args, text)).events)).toEqual(expected);
  });

  test('The option --tools FILE converts arguments to the types of the tool schemas', async () => {
    const call = '<function=get_weather><parameter=city>1</parameter><parameter=days>2</parameter></function>';
    const args = ['--format', 'qwen3_coder', '--tools', 'tools.json'];
    const { events } = await parse(args, `<tool_call>${call}</tool_call>`, { 'tools.json': { tools: [weather] } });
    expect(callsIn(events)).toEqual([['get_weather', { city: '1', days: 2 }]]);
  });

  test('The options --in-reasoning and --choice none are passed to the reader', async () => {
    const inside = await parse(['--format', 'hermes', '--in-reasoning'], 'Hm.</think>Yes.');
    expect([joined(inside.events, 'reasoning'), joined(inside.events, 'text')]).toEqual(['Hm.', 'Yes.']);
    const muted = await parse(['--format', 'hermes', '--choice', 'none'], hermes);
    expect(callsIn(muted.events)).toEqual([]);
    expect(muted.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'suppressed' }));
  });

  test('The parse command joins a character that arrives in two halves, and prints each event as soon as it is read', async () => {
    const child = startToolpath(['parse', '--format', 'hermes'], folderWith({}));
    const end = finished(child);
    const bytes = Buffer.from('first é');
    child.stdin.write(bytes.subarray(0, -1));
    await new Promise<void>((resolve) => child.stdout.once('data', () => resolve()));
    child.stdin.end(bytes.subarray(-1));
    const { code, stdout } = await end;
    expect(code).toBe(0);
    expect(joined(eventsIn(stdout), 'text')).toBe('first é');
    expect(eventsIn(stdout)[0]).toEqual({ type: 'text', text: expect.stringMatching(/^first/) });
  });

  test('The parse command accepts invalid UTF-8 and empty input', async () => {
    const child = startToolpath(['parse', '--format', 'hermes'], folderWith({}));
    const end = finished(child);
    child.stdin.end(Buffer.from([0x61, 0xff, 0xf0, 0x9f]));
    expect(joined(eventsIn((await end).stdout), 'text')).toBe('a\ufffd\ufffd');
    expect(await parse(['--format', 'hermes'], '')).toEqual({ code: 0, stderr: '', events: [] });
  });

  test('The parse command ends without an error if its output is closed', async () => {
    const child = startToolpath(['parse', '--format', 'hermes', '--chunk', '1'], folderWith({}));
    const end = finished(child);
    child.stdin.on('error', () => {}); // the command ends before it has read all its input
    child.stdout.once('data', () => child.stdout.destroy());
    child.stdin.end('word '.repeat(200_000));
    expect(await end).toMatchObject({ code: 0, stderr: '' });
  });

  test('Wrong use of the parse command gives exit code 2 and prints nothing to standard output', async () => {
    const { code, stdout, stderr } = await toolpath(['parse', '--format', 'hermse'], folderWith({}));
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('Unknown format "hermse". Did you mean "hermes"?');
    expect((await toolpath(['parse', '--format', 'hermes', 'word'], folderWith({}))).code).toBe(2);
  });

  test('The parse command ignores the settings, even broken ones', async () => {
    const folder = folderWith({ 'toolpath.json': '{ broken' });
    expect(await toolpath(['parse', '--format', 'hermes'], folder, {}, 'Hi')).toEqual({
      code: 0,
      stdout: '{"type":"text","text":"Hi"}\n',
      stderr: '',
    });
  });
});

test('The formats command lists all formats and ignores broken settings', async () => {
  const { code, stdout, stderr } = await toolpath(['formats'], folderWith({ 'toolpath.json': '{ broken' }));
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const { id } of formats) expect(stdout).toContain(`\n${id} `);
});

test('The help lists the parse and formats commands, and the help of parse lists its options', async () => {
  const folder = folderWith({});
  const { stdout } = await toolpath(['--help'], folder);
  for (const usage of ['parse --format NAME[,NAME…]', 'formats [NAME…]']) expect(stdout).toContain(usage);
  const help = await toolpath(['help', 'parse'], folder);
  expect(help).toEqual(await toolpath(['--format', 'hermes', 'parse', '--help'], folder));
  for (const flag of ['--format', '--tools', '--chunk', '--in-reasoning', '--choice'])
    expect(help.stdout).toContain(flag);
});
