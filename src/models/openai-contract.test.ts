import { backendContract } from '../../test/contracts/models/index.ts';
import { chunk, reply, sse, textAnswer, usage } from '../../test/upstream.ts';
import { createOpenAiBackend } from './openai.ts';

const text = 'Grüße 👩‍🔬 <b>\u2028\n\ndata: [DONE]\n\n';

backendContract({
  kind: 'openai',
  create: createOpenAiBackend,
  text: (said) => textAnswer(said),
  stream: bytesOf([
    chunk({ role: 'assistant', content: '' }),
    ...Array.from(text, (letter) => chunk({ content: letter })),
    chunk({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'search', arguments: '' } }] }),
    ...Array.from('{"q":"ö"}', (letter) => chunk({ tool_calls: [{ index: 0, function: { arguments: letter } }] })),
    chunk({}, 'tool_calls'),
    usage(),
  ]),
  beginning: [`data: ${JSON.stringify(chunk({ content: 'Hel' }))}\n\n`],
  event: `data: ${JSON.stringify(chunk({ content: 'lo ' }))}\n\n`,
  junk: 'data: junk\n\n',
  openEvent: 'data: {"choices":[{"index":0,"delta":{"content":"',
  oddities: [
    'data: [DONE]\n\n',
    'data: {"error":{"message":"no","code":500}}\n\n',
    'data: {"error":{"message":"no","code":400}}\n\n',
    'data: [1]\n\n',
    'data: nonsense\n\n',
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\r\n\r\n',
    'event: ping\ndata: {}\n\n',
    ': a comment\n\n',
    '{"choices":[',
    '<html>',
    '\n',
    '\u0000\ufeff',
  ],
  refusal: (status, message, headers) => reply(status, { error: { message, type: 'e', code: 'c' } }, headers),
});

function bytesOf(chunks: readonly object[]): Buffer {
  return Buffer.concat(sse(chunks).flatMap((action) => (typeof action === 'string' ? [Buffer.from(action)] : [])));
}
