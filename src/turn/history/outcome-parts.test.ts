import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Block, Outcome } from '../../core/index.ts';
import { ToolExecutor, ToolManager } from '../../tools/index.ts';
import { partsOf } from './outcome-parts.ts';

const outcome = (...content: readonly Block[]): Outcome => ({
  status: 'ok',
  callId: 'c',
  tool: 't',
  content,
  durationMs: 1,
  notes: [],
});
const PNG = 'iVBORw0KGgoAAAAN';

test.each([
  ['PNG', PNG, 'image/png'],
  ['JPEG', '/9j/4AAQSkZJRgAB', 'image/jpeg'],
  ['GIF', 'R0lGODlhAQABAIAA', 'image/gif'],
  ['WebP', Buffer.from('RIFF\x24\0\0\0WEBPVP8 ').toString('base64'), 'image/webp'],
  ['WAV', Buffer.from('RIFF\x24\0\0\0WAVEfmt ').toString('base64'), 'audio/wav'],
  ['MP3 with tags', Buffer.from('ID3\x04\0\0\0\0\0').toString('base64'), 'audio/mpeg'],
  ['MP3', Buffer.from([0xff, 0xfb, 0x90, 0x64, 0, 0]).toString('base64'), 'audio/mpeg'],
])('%s data is recognised by its first bytes, whatever type is declared', (_, data, mimeType) => {
  const [type] = mimeType.split('/');
  expect(partsOf(outcome({ type: 'image', mimeType: 'application/x', data }))).toEqual([{ type, mimeType, data }]);
});

test('Base64 with line breaks, in the URL alphabet or without padding is rewritten', () => {
  const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xfb, 0xff, 0xfe]);
  const data = jpeg.toString('base64');
  const lines = `${data.slice(0, 4)}\n${data.slice(4)}\n`;
  for (const given of [data, lines, jpeg.toString('base64url')]) {
    expect(partsOf(outcome({ type: 'image', mimeType: 'image/jpeg', data: given }))).toEqual([
      { type: 'image', mimeType: 'image/jpeg', data },
    ]);
  }
});

test('The texts around an image stay in their order', () => {
  const text = (words: string): Block => ({ type: 'text', text: words });
  const image: Block = { type: 'image', mimeType: 'image/png', data: PNG };
  expect(partsOf(outcome(text('a'), text('b'), image, text('c')))).toEqual([text('a\nb'), image, text('c')]);
});

proves('L10', 'Whatever blocks a tool returns, the result becomes parts without an exception', async () => {
  const anything = fc.oneof(fc.constantFrom<unknown>(null, undefined, PNG, 'text', 7), fc.jsonValue({ maxDepth: 1 }));
  const resource = fc.record({ uri: anything, mimeType: anything, text: anything, blob: anything, name: anything });
  const block = fc.record({
    type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'image_url', 'other'),
    text: anything,
    data: anything,
    mimeType: anything,
    url: anything,
    uri: anything,
    name: anything,
    description: anything,
    size: anything,
    resource: fc.oneof(anything, resource),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 4 }), fc.boolean(), async (content, isError) => {
      const invoke = () => ({ content, isError });
      const tool = { name: 't', description: 'd', schema: {}, metadata: { server: 's' }, invoke };
      const tools = new ToolManager();
      tools.add([tool]);
      const settled = await new ToolExecutor(tools).execute({ id: 'c', name: 't', arguments: {} });
      expect(settled.status === 'ok' || settled.failure.kind === 'reported').toBe(true);
      expect(partsOf(settled).length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
