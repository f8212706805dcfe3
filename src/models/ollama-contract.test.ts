import { backendContract } from '../../test/contracts/models/index.ts';
import { ndjson, ollamaDone, ollamaLine, ollamaText } from '../../test/ollama.ts';
import { reply } from '../../test/upstream.ts';
import { createOllamaBackend } from './ollama.ts';

const text = 'Grüße 👩‍🔬 <b>\u2028\n\n{"done":true}\n';

backendContract({
  kind: 'ollama',
  create: createOllamaBackend,
  text: (said) => ollamaText(said),
  stream: bytesOf([
    ollamaLine({ thinking: 'hm, ö' }),
    ...Array.from(text, (letter) => ollamaLine({ content: letter })),
    ollamaLine({ tool_calls: [{ id: 'a', function: { index: 0, name: 'search', arguments: { q: 'ö' } } }] }),
    ollamaLine({ tool_calls: [{ function: { name: 'search', arguments: {} } }] }),
    ollamaDone(),
  ]),
  beginning: [lineOf(ollamaLine({ content: 'Hel' }))],
  event: lineOf(ollamaLine({ content: 'lo ' })),
  junk: 'junk\n',
  openEvent: '{"message":{"role":"assistant","content":"',
  oddities: [
    '{"done":true}\n',
    '{"done":true,"done_reason":"stop"}',
    '{"error":"no"}\n',
    '{"error":"model \\"x\\" not found, try pulling it first"}\n',
    '{"message":{"content":"x"},"done":true,"done_reason":"length"}\r\n',
    '{"message":{"tool_calls":[{"function":{"name":"a"}}]},"done":false}\n',
    '{"message":null}\n',
    '[1]\n',
    'nonsense\n',
    'data: {"message":{"content":"x"},"done":false}\n\n',
    'data: [DONE]\n\n',
    ': a comment\n\n',
    '{"message":{',
    '<html>',
    '\n',
    '\u0000\ufeff',
  ],
  refusal: (status, message, headers) => reply(status, { error: message }, headers),
});

function bytesOf(lines: readonly object[]): Buffer {
  return Buffer.concat(ndjson(lines).flatMap((action) => (typeof action === 'string' ? [Buffer.from(action)] : [])));
}

function lineOf(line: object): string {
  return `${JSON.stringify(line)}\n`;
}
