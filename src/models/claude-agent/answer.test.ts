import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { calledIn, callsOf } from '../../../test/agent-backend.ts';
import { joined, textOf } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { text, toolUse } from '../../../test/fake-agent-sdk.ts';
import { type MessageBlock, streamEvents } from '../../../test/messages.ts';
import { proves } from '../../../test/requirements.ts';
import type { Fields } from '../../core/index.ts';
import { ToolNames } from '../../wires/index.ts';
import { AgentAnswer } from './answer.ts';
import { PREFIX } from './bridge.ts';
import type { AgentRequest } from './request.ts';

const names = new ToolNames({ messages: [], tools: [], choice: { kind: 'auto' } }, PREFIX);

function newAnswer(): AgentAnswer {
  return new AgentAnswer('agent', { wireModel: 'claude-sonnet', names } as unknown as AgentRequest);
}

const blocks: readonly MessageBlock[] = [
  { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
  text('Let me see.'),
  toolUse('search', { q: 'x' }, 'toolu_1'),
  toolUse('read', {}, 'toolu_2'),
];

function stream(answer: AgentAnswer, given: readonly MessageBlock[]) {
  return streamEvents(given).flatMap((event) => answer.readStreamed(event));
}

describe('An answer', () => {
  proves('S3.recover.native', 'A streamed answer and one in assistant messages are the same', () => {
    const streamed = newAnswer();
    const first = [...stream(streamed, blocks), ...streamed.end()];
    const written = newAnswer();
    const second = blocks.flatMap((block) => written.readBlocks({ content: [block] }));
    const cached = { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const usage = { input_tokens: 11, output_tokens: 7, ...cached };
    const all = [...second, ...written.readResult({ usage }), ...written.end()];
    expect(joined(all)).toEqual(joined(first));
    expect(calledIn(all)).toEqual([
      ['search', '{"q":"x"}'],
      ['read', '{}'],
    ]);
    expect(checkStream(first)).toEqual([]);
    expect(checkStream(all)).toEqual([]);
  });

  test('Assistant messages beside a stream add nothing', () => {
    const answer = newAnswer();
    const events = streamEvents(blocks).flatMap((event) => [
      ...answer.readStreamed(event),
      ...answer.readBlocks({ content: blocks }),
    ]);
    expect(callsOf([...events, ...answer.end()])).toHaveLength(2);
    expect(answer.isOver).toBe(true);
  });

  test('An answer is over at its end or at an error, and not before', () => {
    const answer = newAnswer();
    for (const event of streamEvents(blocks)) {
      expect(answer.isOver).toBe(false);
      answer.readStreamed(event);
    }
    expect(answer.isOver).toBe(true);
    const failed = newAnswer();
    failed.readStreamed({ type: 'error', error: { type: 'overloaded_error', message: 'no' } });
    expect(failed.isOver).toBe(true);
  });

  test('A call is open from its start to the end of its block', () => {
    const answer = newAnswer();
    const states = streamEvents([toolUse('search', { q: 'x' }), text('Hi')]).map((event) => {
      answer.readStreamed(event);
      return [event.type, answer.isInCall];
    });
    const open = states.filter(([, isInCall]) => isInCall).map(([type]) => type);
    expect(new Set(open)).toEqual(new Set(['content_block_start', 'content_block_delta']));
    expect(states.find(([type]) => type === 'content_block_stop')).toEqual(['content_block_stop', false]);
  });

  test('The text and the calls of a result are read only if the answer had none', () => {
    const result: Fields = { result: 'from the result', deferred_tool_use: toolUse('search', {}, 'toolu_9') };
    const said = newAnswer();
    said.readBlocks({ content: [toolUse('read', {}, 'toolu_1')] });
    expect(calledIn([...said.readResult(result), ...said.end()])).toEqual([['read', '{}']]);
    const silent = newAnswer();
    const events = [...silent.readResult(result), ...silent.end()];
    expect(calledIn(events)).toEqual([['search', '{}']]);
    expect(textOf(events)).toBe('');
    const spoken = newAnswer();
    const all = [...spoken.readBlocks({ content: [text('Hello')] }), ...spoken.readResult({ result: 'Hello' })];
    expect(textOf([...all, ...spoken.end()])).toBe('Hello');
  });

  test('Ids are the own ones only if each call has a different one', () => {
    const own = (given: readonly unknown[]) => {
      const answer = newAnswer();
      const uses = given.map((id) => ({ type: 'tool_use', id, name: `${PREFIX}search`, input: {} }));
      answer.readBlocks({ content: uses });
      answer.readResult({});
      answer.end();
      return answer.hasOwnIds;
    };
    expect(own(['a', 'b'])).toBe(true);
    for (const ids of [['a', 'a'], ['a', undefined], [7], [{ toString: 1 }], [''], ['x'.repeat(10_000)], [null]]) {
      expect(own(ids)).toBe(false);
    }
  });

  test('Whatever is read, nothing is thrown and the events keep the contract of a stream', () => {
    const known = fc.constantFrom<unknown>(...streamEvents(blocks), { type: 'error', error: {} });
    const block = fc.oneof(
      fc.constantFrom<unknown>(...blocks, { type: 'tool_use', id: { toString: 1 } }),
      fc.jsonValue(),
    );
    const act = fc.oneof(
      fc.tuple(fc.constant('stream'), fc.oneof(known, fc.jsonValue())),
      fc.tuple(fc.constant('blocks'), fc.array(block, { maxLength: 3 })),
      fc.tuple(
        fc.constant('result'),
        fc.record({ result: fc.jsonValue(), permission_denials: fc.array(block), stop_reason: fc.jsonValue() }),
      ),
    );
    fc.assert(
      fc.property(fc.array(act, { maxLength: 10 }), (acts) => {
        const answer = newAnswer();
        const events = acts.flatMap(([kind, value]) => {
          if (kind === 'stream') return answer.readStreamed(value);
          return kind === 'blocks' ? answer.readBlocks({ content: value }) : answer.readResult(value as Fields);
        });
        expect(checkStream([...events, ...answer.end()])).toEqual([]);
        expect(typeof answer.hasOwnIds).toBe('boolean');
      }),
      { numRuns: 1_000 },
    );
  });
});
