import { describe, expect, test } from 'vitest';
import type { Message, ModelRequest, VisibleTool } from '../../core/index.ts';
import { writeAgentRequest } from './request.ts';

const question: Message = { role: 'user', content: [{ type: 'text', text: 'hi' }] };
const look = { id: 'c1', name: 'look', arguments: '{}' };
const result: Message = { role: 'tool', callId: 'c1', content: [{ type: 'text', text: 'x' }] };
const state = { messages: { model: 'claude-sonnet-4-5' } };

function write(more: Partial<ModelRequest>) {
  const messages = [question];
  return writeAgentRequest({
    model: 'claude-sonnet-4-5',
    messages,
    tools: [],
    choice: { kind: 'auto' },
    isStreamed: true,
    sampling: {},
    ...more,
  });
}

const OFF = { thinking: { type: 'disabled' }, context_management: { edits: [] } };

describe('Reasoning in a request to the agent', () => {
  test('A request that says nothing about reasoning leaves it to the agent', () => {
    const { parameters, startParameters } = write({});
    expect(parameters).toEqual({});
    expect(startParameters).toEqual({});
  });

  test('A client can turn reasoning off', () => {
    expect(write({ sampling: { reasoning: { kind: 'off' } } }).parameters).toMatchObject(OFF);
  });

  test('A temperature, a token limit and a forced tool turn reasoning off, with the instruction that depends on it', () => {
    expect(write({ sampling: { temperature: 0.5 } }).parameters).toMatchObject({ ...OFF, temperature: 0.5 });
    expect(write({ sampling: { maxTokens: 70 } }).parameters).toMatchObject({ ...OFF, max_tokens: 70 });
  });

  test('A run that starts behind calls without their reasoning does not reason, and a continued run is not affected', () => {
    const messages: Message[] = [question, { role: 'assistant', content: [], calls: [look] }, result];
    const { parameters, startParameters } = write({ messages });
    expect(parameters).toEqual({});
    expect(startParameters).toMatchObject(OFF);
    expect(write({ messages, model: 'claude-opus-4-8' }).startParameters).toEqual({});
  });

  test('The reasoning of earlier answers stays in the history', () => {
    const reasoning = { type: 'reasoning' as const, text: 'hm', signature: 'c2ln', state };
    const messages: Message[] = [question, { role: 'assistant', content: [reasoning], calls: [look] }, result];
    const { messages: written, startParameters } = write({ messages });
    expect(written[1]?.content.map(({ type }) => type)).toEqual(['thinking', 'tool_use']);
    expect(startParameters).toEqual({});
  });
});

describe('Definitions of tools that Claude Code would rewrite', () => {
  const toolOf = (description: string): VisibleTool => ({
    wireName: 'measure',
    name: 'measure',
    description,
    parameters: { type: 'object', properties: {} },
    owner: 'client',
  });

  test('They are sent as a parameter, which replaces the ones of Claude Code', () => {
    const { parameters } = write({
      tools: [toolOf('In km².'), { ...toolOf('plain'), wireName: 'other', name: 'other' }],
    });
    expect(parameters.tools).toEqual([
      { name: 'mcp__bridge__measure', description: 'In km².', input_schema: { type: 'object', properties: {} } },
      { name: 'mcp__bridge__other', description: 'plain', input_schema: { type: 'object', properties: {} } },
    ]);
  });

  test('Other definitions, and those that are too large for a parameter, are left to Claude Code', () => {
    const plain = write({ tools: [toolOf('In kilometres. Größe: 5 €.')] });
    expect(plain).toMatchObject({ parameters: {}, hasRewrittenTools: false });
    expect(plain.parameters).toEqual({});
    const many = Array.from({ length: 60 }, (_, place) => ({ ...toolOf('km² '.repeat(500)), wireName: `m${place}` }));
    expect(write({ tools: many })).toMatchObject({ parameters: {}, hasRewrittenTools: true });
  });
});
