import { describe, expect, test } from 'vitest';
import type { WholeAnswer } from '../whole-answer.ts';
import { readChoice, writeChoice } from './choice.ts';
import { writeTools } from './tools.ts';
import { writeAnswerMessage } from './write-answer.ts';

describe('writeAnswerMessage', () => {
  const nothing: WholeAnswer = {
    text: '',
    reasoning: '',
    blocks: [],
    calls: [],
    extra: {},
    finish: { type: 'finish', reason: 'stop' },
  };

  test('A text answer is written as content, which is an empty string if there is no text', () => {
    expect(writeAnswerMessage({ ...nothing, text: 'Hi' })).toEqual({ role: 'assistant', content: 'Hi', refusal: null });
    expect(writeAnswerMessage(nothing)).toEqual({ role: 'assistant', content: '', refusal: null });
  });

  test('Reasoning and calls are written only if there are any', () => {
    const calls = [{ id: 'a', name: 'x', arguments: '{"n": 1}' }];
    expect(writeAnswerMessage({ ...nothing, reasoning: 'Hm.', calls })).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      reasoning_content: 'Hm.',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{"n": 1}' } }],
    });
    expect(writeAnswerMessage({ ...nothing, text: 'Wait.', calls }).content).toBe('Wait.');
  });

  test('Extra fields of the server are added but never replace the role, content, calls or reasoning', () => {
    const extra = {
      refusal: 'No.',
      annotations: [],
      role: 'user',
      content: 'x',
      tool_calls: [],
      reasoning_content: 'x',
    };
    expect(writeAnswerMessage({ ...nothing, extra: { chat: { answer: {}, choice: {}, message: extra } } })).toEqual({
      role: 'assistant',
      content: '',
      refusal: 'No.',
      annotations: [],
    });
  });
});

describe('writeTools', () => {
  test('Each tool is declared as a function with its wire name and the extra fields of the client', () => {
    const parameters = { type: 'object', properties: {} };
    const tool = { name: 'x', wireName: 'x', owner: 'client' as const, description: 'd', parameters };
    expect(
      writeTools([tool, { ...tool, name: 's::y', wireName: 'y', extra: { chat: { strict: true, name: 'z' } } }]),
    ).toEqual([
      { type: 'function', function: { name: 'x', description: 'd', parameters } },
      { type: 'function', function: { name: 'y', description: 'd', parameters, strict: true } },
    ]);
  });
});

describe('writeChoice', () => {
  const allowed = { mode: 'required', tools: [{ type: 'function', function: { name: 'x' } }] };
  const tool = { name: 'x', wireName: 'x', owner: 'client' as const, description: 'd', parameters: {} };

  test.each([
    'none',
    'required',
    { type: 'function', function: { name: 'x' } },
    { type: 'allowed_tools', allowed_tools: allowed },
  ])('The tool choice %j is written as it was read', (choice) => {
    const read = readChoice(choice);
    expect(read.ok && writeChoice({ ...read.value, tools: [tool] })).toEqual(choice);
  });

  test('The tool choice "auto" is not written, because it is the default', () => {
    const read = readChoice('auto');
    expect(read.ok && writeChoice({ ...read.value, tools: [tool] })).toBeUndefined();
  });

  test('Allowed tools may be written flat, as in the Responses API', () => {
    const read = readChoice({ type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'x' }] });
    expect(read).toMatchObject({ ok: true, value: { choice: { kind: 'auto' }, allowed: { names: ['x'] } } });
  });
});
