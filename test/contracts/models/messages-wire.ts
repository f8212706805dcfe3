import { errorBody, eventText, streamEvents, textMessage } from '../../messages.ts';
import { reply } from '../../upstream.ts';
import type { WireUnderTest } from './helpers.ts';

const text = 'Grüße 👩‍🔬 <b>\u2028\n\ndata: [DONE]\n\nevent: message_stop\n\n';

const [start, ping] = streamEvents([]).map(eventText);
const hel = { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } };
const opened = { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } };

/** Sample responses of a server of the Messages API. */
export const messagesWire: Omit<WireUnderTest, 'kind' | 'create'> = {
  text: (said) => textMessage(said),
  stream: Buffer.from(
    streamEvents([
      { type: 'thinking', thinking: 'hm 🤔', signature: 'c2ln' },
      { type: 'text', text },
      { type: 'redacted_thinking', data: 'ZGF0YQ==' },
      { type: 'text', text: 'and on' },
      { type: 'tool_use', id: 'toolu_a', name: 'search', input: { q: 'ö' } },
    ])
      .map(eventText)
      .join(''),
  ),
  beginning: [`${start}${ping}`, eventText(opened), eventText(hel)],
  event: eventText({ ...hel, delta: { type: 'text_delta', text: 'lo ' } }),
  junk: 'event: junk\ndata: junk\n\n',
  openEvent: 'event: content_block_delta\ndata: {"type":"content_block_delta","delta":{"type":"text_delta","text":"',
  oddities: [
    eventText({ type: 'message_stop' }),
    eventText({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }),
    eventText({ type: 'content_block_stop', index: 7 }),
    eventText({
      type: 'content_block_start',
      index: 0,
      content_block: { type: 'tool_use', name: 'f', input: { a: 1 } },
    }),
    eventText({ type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"a"' } }),
    eventText({ type: 'content_block_delta', index: 1, delta: { type: 'signature_delta', signature: 'x' } }),
    eventText({ type: 'vendor_event', a: 1 }),
    `event: error\ndata: ${JSON.stringify(errorBody('overloaded_error', 'Overloaded'))}\n\n`,
    `event: error\ndata: ${JSON.stringify(errorBody('invalid_request_error', 'no'))}\n\n`,
    'data: [DONE]\n\n',
    'data: [1]\n\n',
    'data: nonsense\n\n',
    'event: ping\ndata: {}\r\n\r\n',
    ': a comment\n\n',
    '{"type":"message","content":[',
    '<html>',
    '\n',
    '\u0000\ufeff',
  ],
  refusal: (status, words, headers) => reply(status, errorBody('e', words), headers),
};
