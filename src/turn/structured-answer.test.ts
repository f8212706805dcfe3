import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { listed, testTurns, user } from '../../test/turns.ts';
import { type Ask, type Call, type Event, type Message, type TurnFailure, textOf } from '../core/index.ts';

const call = (id: string, name: string) => ({ id, name, arguments: '{}' });
const ours = { name: 'ours', invoke: () => 'the result' };
const json: Partial<Ask> = { sampling: { responseFormat: { kind: 'json' } } };
const schema: Partial<Ask> = { sampling: { responseFormat: { kind: 'schema', schema: { type: 'object' } } } };
const lookFirst = () => inOrder({ text: 'Let me look.', calls: [call('u1', 'ours')] }, { text: '{"a":1}' });
const texts = (events: readonly Event[]) => events.flatMap((event) => (event.type === 'text' ? [event.text] : []));

describe('The text of an answer with a response format', () => {
  test.each([json, schema])("Only the last step's text is the answer", async (wish) => {
    const { answer } = await testTurns(new ScriptedBackend(lookFirst()), [ours]).ask(wish);
    expect(answer.text).toBe('{"a":1}');
  });

  test('The logprobs of hidden text are also hidden', async () => {
    const logprobs = (token: string) => ({ choice: { logprobs: { content: [{ token }] } } });
    const backend = new ScriptedBackend(
      inOrder({ text: 'Look.', ...logprobs('Look.'), calls: [call('u1', 'ours')] }, { text: '{}', ...logprobs('{}') }),
    );
    const { answer } = await testTurns(backend, [ours]).ask(json);
    expect(answer.extra.chat?.choice).toEqual({ logprobs: { content: [{ token: '{}' }] } });
  });

  test('Without a response format, the texts of all steps are the answer', async () => {
    const { answer } = await testTurns(new ScriptedBackend(lookFirst()), [ours]).ask({
      sampling: { responseFormat: { kind: 'text' } },
    });
    expect(answer.text).toBe('Let me look.\n\n{"a":1}');
  });

  test('The text beside calls for the client is the answer, and it comes before the calls', async () => {
    const backend = new ScriptedBackend(
      inOrder(
        { text: 'Let me look.', calls: [call('u1', 'ours')] },
        { text: 'Your turn.', calls: [call('u2', 'ours'), call('u3', 'theirs')] },
      ),
    );
    const { ask } = testTurns(backend, [ours], { isMixed: true });
    const { answer, events } = await ask({ ...json, tools: listed('theirs') });
    expect(answer.text).toBe('Your turn.');
    const place = (isIt: (event: Event) => boolean) => events.findIndex(isIt);
    expect(place(({ type }) => type === 'text')).toBeLessThan(
      place((event) => event.type === 'call-start' && event.owner === 'client'),
    );
  });

  test('A step that may still call a gateway tool keeps its text back until it ends', async () => {
    const { events } = await testTurns(new ScriptedBackend(lookFirst()), [ours]).ask(json);
    expect(texts(events)).toEqual(['{"a":1}']);
  });

  test('A step that cannot call a gateway tool streams its text piece by piece', async () => {
    const backend = new ScriptedBackend(inOrder({ text: '{ "a": 1 }' }));
    const { events } = await testTurns(backend, [ours]).ask({ ...json, tools: listed('theirs') });
    expect(texts(events).length).toBeGreaterThan(1);
    backend.play = inOrder({ text: '{ "a": 1 }' });
    const last = await testTurns(backend, [ours], { limits: { steps: 1 } }).ask(json);
    expect(texts(last.events).length).toBeGreaterThan(1);
  });

  test('The fields about a hidden text are hidden with it', async () => {
    const backend = new ScriptedBackend(
      inOrder(
        { text: 'Let me look.', extra: { annotations: ['of the hidden text'] }, calls: [call('u1', 'ours')] },
        { text: '{"a":1}', extra: { annotations: ['of the answer'] } },
      ),
    );
    const { answer } = await testTurns(backend, [ours]).ask(json);
    expect(answer.extra.chat?.message).toEqual({ annotations: ['of the answer'] });
  });

  const refused: [string, Partial<Ask>][] = [
    ['an unknown tool', { tools: listed('theirs') }],
    ['an unknown tool in a request without tools', { tools: listed() }],
    ['a tool that is not allowed', { tools: listed('theirs', 'more'), allowed: { names: ['theirs'], gateway: false } }],
  ];
  describe.each([true, false])('Without gateway tools (streamed: %s)', (isStreamed) => {
    test.each(refused)('The text of a step that called %s is hidden', async (_, request) => {
      const backend = new ScriptedBackend(
        inOrder({ text: 'Let me look.', calls: [call('u1', 'more')] }, { text: '{"a":1}' }),
      );
      const { answer } = await testTurns(backend).ask({ ...json, ...request, isStreamed });
      expect(answer.text).toBe('{"a":1}');
    });

    test('An answer that does not begin like JSON reaches the client at its end', async () => {
      const backend = new ScriptedBackend(inOrder({ text: 'I do not know.' }));
      const { answer } = await testTurns(backend).ask({ ...json, tools: listed('theirs'), isStreamed });
      expect(answer.text).toBe('I do not know.');
    });
  });

  test('JSON beside a refused call is hidden if the answer is not streamed', async () => {
    const backend = new ScriptedBackend(
      inOrder({ text: '{"a":0}', calls: [call('u1', 'bogus')] }, { text: '{"a":1}' }),
    );
    const { answer } = await testTurns(backend).ask({ ...json, tools: listed('theirs'), isStreamed: false });
    expect(answer.text).toBe('{"a":1}');
  });

  test('The hidden text is restored for the model when the conversation continues', async () => {
    const backend = new ScriptedBackend(lookFirst());
    const { ask } = testTurns(backend, [ours]);
    const { answer } = await ask(json);
    backend.play = inOrder({ text: '{"b":2}' });
    const said: Message = { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] };
    await ask({ ...json, messages: [user('hi'), said, user('more')] });
    const [, first, outcome, second] = backend.requests.at(-1)?.messages ?? [];
    expect(first).toMatchObject({ content: [{ text: 'Let me look.' }], calls: [{ id: 'u1' }] });
    expect(outcome).toMatchObject({ role: 'tool', content: [{ text: 'the result' }] });
    expect(second).toMatchObject({ content: [{ text: '{"a":1}' }], calls: [] });
  });

  test('Hidden texts are not expected in a message into which the client merged two turns', async () => {
    const backend = new ScriptedBackend(
      inOrder(
        { text: 'Let me look.', calls: [call('u1', 'ours')] },
        { text: 'One.', calls: [call('u2', 'theirs')] },
        { text: 'Two.', calls: [call('u3', 'theirs')] },
      ),
    );
    const { ask } = testTurns(backend, [ours], { isMixed: true });
    const tools = listed('theirs');
    const result = (callId = ''): Message => ({ role: 'tool', callId, content: [{ type: 'text', text: 'done' }] });
    const said = (text: string, ...calls: readonly Call[]): Message => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      calls,
    });
    const first = (await ask({ ...json, tools })).answer;
    const [one] = first.calls;
    if (one === undefined) throw new Error('The first turn handed nothing over.');
    const messages = [user('hi'), said(first.text, one), result(one.id)];
    const [two] = (await ask({ ...json, tools, messages })).answer.calls;
    if (two === undefined) throw new Error('The second turn handed nothing over.');
    backend.play = inOrder({ text: '{}' });
    const merged = [user('hi'), said('One.\nTwo.', one, two), result(one.id), result(two.id)];
    await ask({ ...json, tools, messages: merged });
    const texts = (backend.requests.at(-1)?.messages ?? []).flatMap(({ role, content }) =>
      role === 'assistant' ? [textOf(content)] : [],
    );
    expect(texts).toEqual(['Let me look.', 'One.', 'Two.']);
  });

  test('A retry of an interrupted turn does not show the text of the steps that it resumes', async () => {
    const lost: TurnFailure = { kind: 'upstream-broken', backend: 'up', reason: 'reset' };
    const backend = new ScriptedBackend(
      inOrder({ text: 'Let me look.', calls: [call('u1', 'ours')] }, { text: '{"a', failure: lost }),
    );
    const { ask } = testTurns(backend, [ours]);
    const broken = await ask(json);
    expect(broken.answer).toMatchObject({ text: '', finish: { failure: lost } });
    backend.play = inOrder({ text: '{"a":1}' });
    const { answer } = await ask(json);
    expect(answer.text).toBe('{"a":1}');
    expect(backend.requests).toHaveLength(3);
  });
});

describe('JSON before the result of a tool that the model writes itself', () => {
  const invented = '{"a":1}\n<tool_response>Done.</tool_response>';
  const ask = (wish: Partial<Ask>, ...answers: readonly string[]) => {
    const backend = new ScriptedBackend(inOrder(...answers.map((text) => ({ text }))));
    return testTurns(backend, [ours], { formats: { enabled: ['hermes'], primary: 'hermes' } }).ask({
      ...json,
      ...wish,
    });
  };

  test('No sentence of the gateway follows it', async () => {
    expect((await ask({}, invented, invented)).answer.text).toBe('{"a":1}');
    expect((await ask({}, invented, '{"a":2}')).answer.text).toBe('{"a":2}');
  });

  test('If the client has already received it, no second answer follows it', async () => {
    const { answer } = await ask({ tools: listed('theirs'), isStreamed: true }, invented, '{"a":2}');
    expect(answer.text.trim()).toBe('{"a":1}');
  });
});
