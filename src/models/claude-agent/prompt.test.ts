import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactPrompt, textPrompt } from './prompt.ts';
import type { AgentMessage, AgentRequest } from './request.ts';

function request(...messages: readonly AgentMessage[]): AgentRequest {
  return { messages } as unknown as AgentRequest;
}

const user = (text: string): AgentMessage => ({ role: 'user', content: [{ type: 'text', text }] });
const assistant = (text: string): AgentMessage => ({ role: 'assistant', content: [{ type: 'text', text }] });

describe('The exact prompt', () => {
  test('Every message is sent unchanged and in order, and only the last one asks the model', () => {
    const text = fc.string();
    const message = fc.oneof(text.map(user), text.map(assistant));
    fc.assert(
      fc.property(fc.array(message), text, (earlier, last) => {
        const messages = [...earlier, user(last)];
        const sent = exactPrompt(request(...messages));
        const written = sent.map((each) => each.write('the-model'));
        expect(written.map((each) => each.type)).toEqual(messages.map(({ role }) => role));
        expect(written.map((each) => (each.message as AgentMessage).content)).toEqual(
          messages.map(({ content }) => content),
        );
        const isAsking = written.map((each) => each.type === 'user' && each.shouldQuery !== false);
        expect(isAsking.lastIndexOf(true)).toBe(messages.length - 1);
        expect(isAsking.filter(Boolean)).toHaveLength(1);
        const isConfirmed = messages.map(({ role }, place) => role === 'user' && place < messages.length - 1);
        expect(sent.map((each) => each.isConfirmed)).toEqual(isConfirmed);
      }),
    );
  });

  test('An earlier answer has an id of its own and the model that the agent has chosen', () => {
    const sent = exactPrompt(request(user('a'), assistant('b'), user('c'), assistant('d'), user('e')));
    const [, first, , second] = sent.map((each) => each.write('claude-x').message as { id?: string; model?: string });
    expect(first).toMatchObject({ id: 'msg_history_1', model: 'claude-x' });
    expect(second?.id).toBe('msg_history_3');
  });
});

describe('The prompt as text', () => {
  function textOf(...messages: readonly AgentMessage[]): readonly unknown[] {
    const sent = textPrompt(request(...messages));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.isConfirmed).toBe(false);
    const written = sent.map((each) => each.write('m'));
    expect(written[0]).not.toHaveProperty('shouldQuery');
    const said = written.map(({ message }) => message as AgentMessage);
    return said.flatMap(({ content }) => content.map((block) => block.text ?? block));
  }

  test('A conversation of one message is that message', () => {
    expect(textOf(user('Hello'))).toEqual(['Hello']);
  });

  test('Earlier messages, calls and results come first, then the last message', () => {
    const call = { type: 'tool_use', id: 't1', name: 'search', input: { q: 'x' } };
    const result = {
      type: 'tool_result',
      tool_use_id: 't1',
      content: [{ type: 'text', text: 'found' }, { type: 'image' }],
    };
    const thinking = { type: 'thinking', thinking: 'secret thought', signature: 's' };
    const [transcript, instruction, last] = textOf(
      user('Find x.'),
      { role: 'assistant', content: [thinking, { type: 'text', text: 'Searching.' }, call] },
      { role: 'user', content: [result] },
      assistant('Here.'),
      user('And y?'),
    );
    expect(transcript).toBe(
      [
        'This is the conversation so far:',
        'User: Find x.',
        'Assistant: Searching.',
        'Assistant called the tool search (t1) with {"q":"x"}',
        'Result of the call t1: found\n[image]',
        'Assistant: Here.',
      ].join('\n\n'),
    );
    expect(instruction).toBe('The conversation continues with this message:');
    expect(last).toBe('And y?');
  });

  test('After results, the agent is told to continue, and images of the last message stay images', () => {
    const failed = { type: 'tool_result', tool_use_id: 't1', content: 'no', is_error: true };
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aaaa' } };
    const content = textOf(user('Find x.'), { role: 'user', content: [failed, image] });
    expect(content[0]).toContain('Error of the call t1: no');
    expect(content.slice(1)).toEqual(['Continue the conversation after these results.', image]);
  });
});
