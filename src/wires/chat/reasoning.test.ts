import { describe, expect, test } from 'vitest';
import type { ReasoningPart } from '../../core/index.ts';
import { readReasoning, writeBlocks, writeReasoning } from './reasoning.ts';

describe('Reasoning in a message', () => {
  test('Reasoning is written back to the field that it came in, and other fields stay unchanged', () => {
    const { parts, rest } = readReasoning({ name: 'bot', thinking: 'a', reasoning_content: 'b', reasoning: 7 });
    expect(parts).toEqual([
      { type: 'reasoning', text: 'b', state: { chat: { member: 'reasoning_content' } } },
      { type: 'reasoning', text: 'a', state: { chat: { member: 'thinking' } } },
    ]);
    expect(rest).toEqual({ name: 'bot', reasoning: 7 });
    expect(writeReasoning(parts)).toEqual({ thinking: 'a', reasoning_content: 'b' });
  });

  test('Reasoning that came through another protocol is written as reasoning_content', () => {
    const part: ReasoningPart = { type: 'reasoning', text: 'hm', state: { ollama: { member: 'thinking' } } };
    expect(writeReasoning([part, part, { type: 'text', text: 'Hi' }])).toEqual({ reasoning_content: 'hmhm' });
    expect(writeReasoning([{ type: 'text', text: 'Hi' }])).toBeUndefined();
  });

  test('Anthropic reasoning blocks that a chat client sends back get their state for the Messages API', () => {
    const head = { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0, model: 'm', calls_before: 2 };
    const details = [
      { ...head, text: 'a' },
      { ...head, text: 'b', signature: 's' },
    ];
    const { parts } = readReasoning({ reasoning_details: details });
    expect(parts).toEqual([
      {
        type: 'reasoning',
        text: 'ab',
        signature: 's',
        isBlock: true,
        state: { chat: { details }, messages: { index: 0, model: 'm', callsBefore: 2 } },
      },
    ]);
    expect(writeReasoning(parts)).toEqual({ reasoning_details: details });
  });

  test('Reasoning blocks of the Messages API are written to clients as reasoning_details', () => {
    const state = { messages: { index: 1, model: 'm', data: 'd' } };
    expect(writeBlocks([{ type: 'reasoning', text: '', isBlock: true, state }])).toEqual({
      reasoning_details: [
        { type: 'reasoning.encrypted', data: 'd', format: 'anthropic-claude-v1', index: 1, model: 'm' },
      ],
    });
  });
});
