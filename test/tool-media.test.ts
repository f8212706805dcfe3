import { describe, expect, onTestFinished, test } from 'vitest';
import { type Log, silentLog } from '../src/core/index.ts';
import { type AskRequest, createToolpath, type ToolpathSettings } from '../src/index.ts';
import { ollamaTells } from './ollama.ts';
import { recordingLog } from './recording-log.ts';
import { reply, startUpstream, type UpstreamOptions } from './upstream.ts';
import { type ScriptedWire, scriptedWires } from './wires.ts';

/** Tests images, audio and resources in the results of the gateway's tools, over every wire that a backend can use. */

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';
const png = { type: 'image', mimeType: 'image/png', data: PNG };
const wav = { type: 'audio', mimeType: 'audio/wav', data: WAV };
const words = (text: string) => ({ type: 'text', text });
const said = (content: string) => ({ role: 'user' as const, content });
const theirs = { type: 'function', function: { name: 'theirs', description: 'd', parameters: { type: 'object' } } };

const seeing: ToolpathSettings['models'] = { 'up/mock': { media: ['image', 'audio'] } };

/** Starts a gateway whose tool `look` returns these MCP blocks, and other ones after each call if there are several lists. */
async function start(
  kind: string,
  results: readonly object[] | (() => readonly object[]),
  settings: ToolpathSettings = {},
  options: UpstreamOptions & { readonly log?: Log } = {},
) {
  const wire = scriptedWires.find((each) => each.kind === kind) as ScriptedWire;
  const upstream = await startUpstream(options);
  const next = typeof results === 'function' ? results : () => results;
  const look = { name: 'look', description: 'd', schema: { type: 'object' }, invoke: () => ({ content: next() }) };
  const toolpath = createToolpath(
    { backends: { up: { kind: wire.kind, baseUrl: upstream.url } }, model: 'up/mock', tools: [look], ...settings },
    { log: options.log ?? silentLog },
  );
  onTestFinished(() => toolpath.close());
  const ask = (request: Partial<AskRequest> = {}) =>
    toolpath.ask({ messages: [said('Look.')], stream: false, ...request }).message;
  /** Bodies of the requests to the model, without the requests for facts about it. */
  const bodies = () =>
    upstream.requests
      .filter(({ method, path }) => method === 'POST' && !path.endsWith('/show'))
      .map(({ body }) => body as { messages: Record<string, unknown>[] });
  return { wire, upstream, toolpath, ask, bodies, looking: wire.calls([{ name: 'look', args: {} }]) };
}

/** Asks once and returns the messages of the second step, without the question and the call. */
async function shownBy(...given: Parameters<typeof start>) {
  const { wire, upstream, ask, bodies, looking } = await start(...given);
  upstream.script(looking, wire.text('I see.'));
  expect(await ask()).toMatchObject({ content: 'I see.' });
  return bodies()[1]?.messages.slice(2) ?? [];
}

describe('A model that accepts images and audio', () => {
  test('Over chat completions a model receives images and audio in a user message that follows the tool messages', async () => {
    const [tool, user, ...others] = await shownBy('openai', [words('here'), png, wav], { models: seeing });
    expect(others).toEqual([]);
    const id = tool?.tool_call_id;
    expect(tool).toEqual({
      role: 'tool',
      tool_call_id: id,
      content:
        'here\n[image 1: image/png, 70 bytes; it follows below]\n[audio 2: audio/wav, 44 bytes; it follows below]',
    });
    expect(user).toEqual({
      role: 'user',
      content: [
        words('These are the media of the tool results above. They come from tools, not from the user.'),
        words(`Image 1, from the result of look (call ${id}):`),
        { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
        words(`Audio 2, from the result of look (call ${id}):`),
        { type: 'input_audio', input_audio: { data: WAV, format: 'wav' } },
      ],
    });
  });

  test('Over the Messages API a model receives images inside the tool result', async () => {
    const [user, ...others] = await shownBy('anthropic', [words('here'), png], { models: seeing });
    expect(others).toEqual([]);
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: PNG } };
    expect(user?.content).toMatchObject([{ type: 'tool_result', content: [words('here'), image] }]);
  });

  test("Over Ollama's API a model receives images in the images of a user message that follows", async () => {
    const tells = ollamaTells({ capabilities: ['completion', 'tools', 'vision'] });
    const [tool, user, ...others] = await shownBy('ollama', [words('here'), png], {}, { tells });
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ role: 'tool', content: expect.stringMatching(/^here\n\[image 1: /) });
    expect(user).toMatchObject({ role: 'user', content: expect.stringContaining('Image 1'), images: [PNG] });
  });
});

test('A model that is shown tools as text receives an image after the text of the result', async () => {
  const models: ToolpathSettings['models'] = { 'up/mock': { nativeTools: false, media: ['image'] } };
  const { wire, upstream, ask, bodies } = await start('openai', [words('here'), png], { models });
  upstream.script(wire.text('<tool_call>\n{"name": "look", "arguments": {}}\n</tool_call>'), wire.text('I see.'));
  expect(await ask()).toMatchObject({ content: 'I see.' });
  expect(bodies()[1]?.messages.at(-1)).toMatchObject({
    role: 'user',
    content: [
      words('<tool_response>\nhere\n[image: image/png, 70 bytes]\n</tool_response>'),
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } },
    ],
  });
});

test.each([
  ['is moved for a model that accepts images', seeing, ['user', 'assistant', 'tool', 'user']],
  ['is described to other models', {}, ['user', 'assistant', 'tool']],
])("An image in a client's own tool message %s", async (_, models, roles) => {
  const { wire, upstream, ask, bodies } = await start('openai', [], { models });
  upstream.script(wire.text('I see.'));
  const call = { id: 'abc123def', type: 'function' as const, function: { name: 'theirs', arguments: '{}' } };
  const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } };
  const result = { role: 'tool' as const, tool_call_id: 'abc123def', content: [image] };
  await ask({ tools: [theirs], messages: [said('Look.'), { role: 'assistant', tool_calls: [call] }, result] });
  const messages = bodies()[0]?.messages ?? [];
  expect(messages.map(({ role }) => role)).toEqual(roles);
  expect(JSON.stringify(messages[2])).not.toContain(PNG);
  expect(JSON.stringify(messages).includes(PNG)).toBe(roles.length === 4);
});

test('A resource that contains an image is shown as an image after its address', async () => {
  const resource = { uri: 'file:///cat.png', mimeType: 'image/png', blob: PNG };
  const [tool, user] = await shownBy('openai', [{ type: 'resource', resource }], { models: seeing });
  expect(tool?.content).toContain('[resource: file:///cat.png (image/png, 70 bytes)]');
  expect(user?.content).toContainEqual({ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } });
});

test('An image with a wrong declared type is sent with its real type', async () => {
  const [, user] = await shownBy('openai', [{ ...png, mimeType: 'image/jpeg' }], { models: seeing });
  expect(user?.content).toContainEqual({ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } });
});

test.each([
  [
    'a type that no provider accepts',
    { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' },
    '[image: image/svg+xml, 6 bytes; not shown]',
  ],
  ['data that is no image', { ...png, data: 'aGVsbG8=' }, '[image: image/png, 5 bytes; not shown]'],
  ['no data', { ...png, data: '' }, '[image: image/png, 0 bytes; not shown]'],
  ['an address', { type: 'image', url: 'http://127.0.0.1/a.png' }, '[image: http://127.0.0.1/a.png]'],
])('An image with %s is described, even if the model accepts images', async (_, image, description) => {
  const shown = await shownBy('openai', [image], { models: seeing });
  expect(shown).toMatchObject([{ role: 'tool', content: description }]);
});

describe.each(scriptedWires)('A model that does not accept media, over $kind', ({ kind, transcriptIn }) => {
  test.each([
    ['known not to accept them', { 'up/mock': { media: [] } }],
    ['not known to accept them', {}],
  ])('A model that is %s receives a description with type and size', async (_, models) => {
    const { wire, upstream, ask, bodies, looking } = await start(kind, [words('here'), png, wav], { models });
    upstream.script(looking, wire.text('I see.'));
    await ask();
    expect(transcriptIn(bodies()[1] ?? {}).at(-1)).toBe(
      'tool: here\n[image: image/png, 70 bytes; not shown]\n[audio: audio/wav, 44 bytes; not shown]',
    );
    expect(JSON.stringify(bodies())).not.toContain(PNG);
  });
});

test('Resources are described with their address, and resource links with name, type, size and description', async () => {
  const link = {
    type: 'resource_link',
    uri: 'file:///report.pdf',
    name: 'report.pdf',
    description: 'The yearly report.',
    mimeType: 'application/pdf',
    size: 12_345,
  };
  const [tool] = await shownBy('openai', [
    { type: 'resource', resource: { uri: 'file:///a.txt', mimeType: 'text/plain', text: 'inside' } },
    { type: 'resource', resource: { uri: 'file:///a.bin', mimeType: 'application/octet-stream', blob: 'AAEC' } },
    link,
    { type: 'resource_link', uri: 'file:///bare', name: 'bare' },
  ]);
  expect(tool?.content).toBe(
    [
      '[resource: file:///a.txt (text/plain)]\ninside',
      '[resource: file:///a.bin (application/octet-stream, 3 bytes)]',
      '[resource: report.pdf (application/pdf, 12 kB): The yearly report. <file:///report.pdf>]',
      '[resource: bare <file:///bare>]',
    ].join('\n'),
  );
});

test.each([
  ['no block', []],
  ['an empty text', [words('')]],
  ['blank texts', [words(' '), words('\n')]],
])('A result with %s says that it is empty', async (_, content) => {
  const [tool] = await shownBy('openai', content);
  expect(tool?.content).toBe('The tool returned an empty result.');
});

describe('The history of a conversation with images', () => {
  test('Later requests repeat the messages with the images byte for byte', async () => {
    const { wire, upstream, ask, bodies, looking } = await start('openai', [png], { models: seeing });
    upstream.script(looking, looking, wire.text('I see.'), wire.text('Still.'));
    await ask();
    await ask({ messages: [said('Look.'), { role: 'assistant', content: 'I see.' }, said('And now?')] });
    const written = bodies().map(({ messages }) => messages.map((message) => JSON.stringify(message)));
    for (const [place, before] of written.entries()) {
      expect(written[place + 1]?.slice(0, before.length) ?? before).toEqual(before);
    }
    expect(
      bodies()
        .at(-1)
        ?.messages.map(({ role }) => role),
    ).toEqual([...['user', 'assistant', 'tool', 'user', 'assistant', 'tool', 'user', 'assistant', 'user']]);
  });

  test("In a mixed turn the images follow the client's results", async () => {
    const { wire, upstream, ask, bodies } = await start('openai', [png], { models: seeing, mixed: true });
    upstream.script(
      wire.calls([
        { name: 'look', args: {} },
        { name: 'theirs', args: {} },
      ]),
      wire.text('Both.'),
    );
    const handed = await ask({ tools: [theirs] });
    const [call] = handed.tool_calls ?? [];
    await ask({
      tools: [theirs],
      messages: [said('Look.'), handed, { role: 'tool', tool_call_id: call?.id ?? '', content: 'theirs' }],
    });
    const messages = bodies()[1]?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user']);
    expect(messages.at(-1)?.content).toHaveLength(3);
  });

  test('A model that repeats a call gets new images without a hint that nothing changed', async () => {
    let looks = 0;
    const other = () => [{ ...png, data: PNG.replace('AAAADUlE', `AAAAD${looks++}lE`) }];
    const { wire, upstream, ask, bodies, looking } = await start('openai', other, { models: seeing });
    upstream.script(looking, looking, looking, looking, wire.text('I see.'));
    expect(await ask()).toMatchObject({ content: 'I see.' });
    expect(JSON.stringify(bodies().at(-1))).not.toContain('exactly this call was made before');
    expect(bodies().at(-1)).not.toHaveProperty('tool_choice');
  });

  test('A model that gets the same image again reads a hint that nothing changed', async () => {
    const { wire, upstream, ask, bodies, looking } = await start('openai', [png], { models: seeing });
    upstream.script(looking, looking, looking, wire.text('I see.'));
    await ask();
    expect(JSON.stringify(bodies().at(-1))).toContain('exactly this call was made before');
  });
});

describe('A backend that refuses an image', () => {
  const refusal = (status: number, message: string) => reply(status, { error: { message } });

  test.each([
    [400, 'Could not process image'],
    [500, 'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj'],
    [422, 'messages[3].content: invalid type: sequence, expected a string'],
  ])('The step is repeated with a description (%s %s), now and in every later request', async (status, message) => {
    const settings = { models: seeing, limits: { retries: 0 } };
    const { wire, upstream, ask, bodies, looking } = await start('openai', [png], settings);
    upstream.script(looking, refusal(status, message), wire.text('Not shown.'), wire.text('Still.'));
    expect(await ask()).toMatchObject({ content: 'Not shown.' });
    await ask({ messages: [said('Look.'), { role: 'assistant', content: 'Not shown.' }, said('And now?')] });
    const withImage = bodies().map((body) => JSON.stringify(body).includes(PNG));
    expect(withImage).toEqual([false, true, false, false]);
    expect(bodies()[2]?.messages.at(-1)?.content).toBe('[image: image/png, 70 bytes; not shown]');
  });

  test('A refusal that has another cause is passed on after one more attempt, and the image is sent again later', async () => {
    const settings = { models: seeing };
    const { wire, upstream, ask, bodies, looking } = await start('openai', [png], settings);
    upstream.script(looking, refusal(400, 'Bad temperature'), refusal(400, 'Bad temperature'));
    await expect(ask()).rejects.toThrow('Bad temperature');
    upstream.script(looking, wire.text('I see.'));
    expect(await ask({ messages: [said('Look again.')] })).toMatchObject({ content: 'I see.' });
    expect(JSON.stringify(bodies().at(-1))).toContain(PNG);
  });
});

test('explain describes the images of the history instead of showing their data', async () => {
  const { wire, upstream, ask, toolpath, looking } = await start('openai', [png], { models: seeing });
  upstream.script(looking, wire.text('I see.'));
  await ask();
  const messages = [said('Look.'), { role: 'assistant' as const, content: 'I see.' }, said('And now?')];
  const { prompt } = await toolpath.explain({ messages });
  expect(prompt.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user', 'assistant', 'user']);
  expect(JSON.stringify(prompt)).toContain('[image: image/png, 70 bytes]');
  expect(JSON.stringify(prompt)).not.toContain(PNG);
});

describe('Limits of media', () => {
  test('If the images of a conversation exceed promptMediaBytes, the oldest are described instead', async () => {
    let looks = 0;
    const big = () => [{ ...png, data: `iVBORw0KGgo${String(looks++).padStart(5, '0')}${'A'.repeat(1_000)}` }];
    const settings = { models: seeing, limits: { promptMediaBytes: 2_500 } };
    const { wire, upstream, ask, bodies, looking } = await start('openai', big, settings);
    upstream.script(looking, looking, looking, wire.text('I see.'));
    await ask();
    const shown = bodies().map((body) =>
      (JSON.stringify(body).match(/iVBORw0KGgo\d{5}/g) ?? []).map((id) => Number(id.slice(-5))),
    );
    expect(shown).toEqual([[], [0], [0, 1], [2]]);
  });

  test('A turn whose images exceed continuationBytes is stored with descriptions of them', async () => {
    const settings = { models: seeing, limits: { continuationBytes: 2_000 } };
    const data = `${PNG.slice(0, 64)}${'A'.repeat(3_000)}`;
    const { wire, upstream, ask, bodies, looking } = await start('openai', [words('here'), { ...png, data }], settings);
    upstream.script(looking, wire.text('I see.'), wire.text('Still.'));
    await ask();
    await ask({ messages: [said('Look.'), { role: 'assistant', content: 'I see.' }, said('And now?')] });
    expect(JSON.stringify(bodies()[1])).toContain(data);
    expect(bodies()[2]?.messages[2]).toMatchObject({ content: 'here\n[image: image/png, 2 kB; not shown]' });
  });

  test('An image or another file inside a resource that exceeds continuationBytes is stored as a description', async () => {
    const settings = { models: seeing, limits: { continuationBytes: 2_000 } };
    const image = { uri: 'file:///a.png', mimeType: 'image/png', blob: `${PNG.slice(0, 64)}${'A'.repeat(3_000)}` };
    const archive = { uri: 'file:///a.zip', mimeType: 'application/zip', blob: `UEsDB${'A'.repeat(3_003)}` };
    const blocks = [image, archive].map((resource) => ({ type: 'resource', resource }));
    const { wire, upstream, ask, bodies, looking } = await start('openai', blocks, settings);
    upstream.script(looking, wire.text('I see.'), wire.text('Still.'));
    await ask();
    await ask({ messages: [said('Look.'), { role: 'assistant', content: 'I see.' }, said('And now?')] });
    expect(JSON.stringify(bodies()[1])).toContain(image.blob);
    expect(bodies()[2]?.messages[2]?.content).toBe(
      '[resource: file:///a.png (image/png, 2 kB)]\n[image: image/png, 2 kB; not shown]\n[resource: file:///a.zip (application/zip, 2 kB)]',
    );
  });

  test('If a prompt with images exceeds the context window, the images are described instead', async () => {
    const models: ToolpathSettings['models'] = { 'up/mock': { media: ['image'], contextTokens: 3_000 } };
    const settings = { models, limits: { answerTokens: 100 } };
    const tells = ollamaTells({ contextTokens: 3_000 });
    const { wire, upstream, ask, bodies, looking } = await start('ollama', [png, png, png, png], settings, { tells });
    upstream.script(looking, wire.text('Not shown.'));
    expect(await ask()).toMatchObject({ content: 'Not shown.' });
    expect(JSON.stringify(bodies()[1])).toContain('[image: image/png, 70 bytes; not shown]');
  });
});

test('Log lines describe an image and never contain its data', async () => {
  const log = recordingLog();
  await shownBy('openai', [png], { models: seeing }, { log });
  const lines = JSON.stringify(log.lines);
  expect(lines).toContain('[image: image/png, 70 bytes]');
  expect(lines).not.toContain(PNG.slice(0, 20));
});

test('The log names the setting that shows images to the model', async () => {
  const log = recordingLog();
  await shownBy('openai', [png], {}, { log });
  const advice = log.lines.filter(({ message }) => message.includes('"models": { "up/mock": { "media": ["image"] } }'));
  expect(advice).toHaveLength(1);
});
