import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { listed, testTurns } from '../../test/turns.ts';
import type { Event, ModelRequest, TurnFailure } from '../core/index.ts';

let made = 0;
const call = (name: string) => ({ id: `u${++made}`, name, arguments: JSON.stringify({ made }) });
const ours = { name: 'ours', invoke: () => 'ours' };
const notices = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));
const hasTools = ({ tools }: ModelRequest) => tools.length > 0;

describe('A model that calls tools in a step in which it must answer', () => {
  proves('L9', 'The last allowed step has the tool choice "none", so that the model answers', async () => {
    const backend = new ScriptedBackend(({ choice }) =>
      choice.kind === 'none' ? { text: 'Fine.' } : { calls: [call('ours')] },
    );
    const { answer } = await testTurns(backend, [ours], { limits: { steps: 4 } }).ask({});
    expect(backend.requests.map(({ choice }) => choice.kind)).toEqual(['auto', 'auto', 'auto', 'none']);
    expect(answer.text).toBe('Fine.');
  });

  test('Its calls are neither run nor handed over, and a notice says so', async () => {
    let runs = 0;
    const counted = { ...ours, invoke: () => ++runs };
    const backend = new ScriptedBackend(inOrder({ text: 'Hm.', calls: [call('ours'), call('theirs')] }));
    const { ask } = testTurns(backend, [counted], { isMixed: true });
    const { answer, events } = await ask({ tools: listed('theirs'), choice: { kind: 'none' } });
    expect([runs, answer.calls, answer.text, answer.finish.reason]).toEqual([0, [], 'Hm.', 'stop']);
    expect(events.filter(({ type }) => type.startsWith('call'))).toEqual([]);
    expect(notices(events)).toEqual([expect.stringContaining('calls were left out')]);
  });

  test.each(['length', 'filtered', 'refusal', 'stop-sequence'] as const)(
    'If its text ended with the reason "%s", the client receives that reason',
    async (reason) => {
      const backend = new ScriptedBackend(inOrder({ text: 'Half of the', calls: [call('ours')], reason }));
      const { answer } = await testTurns(backend, [ours]).ask({ choice: { kind: 'none' } });
      expect(answer).toMatchObject({ text: 'Half of the', finish: { reason } });
    },
  );

  test.each([{ reason: 'filtered' }, { extra: { refusal: 'I will not.' } }] as const)(
    'A refusal without text (%j) is its answer, and it is not asked again',
    async (refusal) => {
      const backend = new ScriptedBackend(inOrder({ calls: [call('ours')], ...refusal }));
      await testTurns(backend, [ours]).ask({ choice: { kind: 'none' } });
      expect(backend.requests).toHaveLength(1);
    },
  );

  test('Fields that say nothing are no answer', async () => {
    const extra = { annotations: [], provider: { refusal: null }, note: '' };
    const backend = new ScriptedBackend(inOrder({ extra, calls: [call('ours')] }, { text: 'Here you are.' }));
    const { answer } = await testTurns(backend, [ours]).ask({ choice: { kind: 'none' } });
    expect(answer.text).toBe('Here you are.');
  });

  test('If it wrote no text, it is asked once more without declared tools, and a notice says why', async () => {
    const backend = new ScriptedBackend((request) =>
      hasTools(request) ? { calls: [call('ours')] } : { text: 'Here you are.' },
    );
    const { answer, events } = await testTurns(backend, [ours], { limits: { steps: 3 } }).ask({});
    expect(backend.requests.map(hasTools)).toEqual([true, true, true, false]);
    expect(backend.requests.at(-1)).toMatchObject({ choice: { kind: 'auto' } });
    expect(backend.requests.at(-1)?.messages).toEqual(backend.requests.at(-2)?.messages);
    expect([answer.text, answer.finish.reason]).toEqual(['Here you are.', 'stop']);
    expect(notices(events)).toEqual([expect.stringContaining('"limits.steps"')]);
  });

  test('In a text format the tool instructions are left out of the repeated step', async () => {
    const backend = new ScriptedBackend(({ messages }) =>
      JSON.stringify(messages[0]).includes('the description of ours')
        ? { text: '<tool_call>{"name": "ours", "arguments": {}}</tool_call>' }
        : { text: 'Here you are.' },
    );
    const tool = { ...ours, description: 'the description of ours' };
    const { ask } = testTurns(backend, [tool], { formats: { primary: 'hermes' }, limits: { steps: 2 } });
    const { answer } = await ask({});
    expect(backend.requests).toHaveLength(3);
    expect(answer.text).toBe('Here you are.');
  });

  test('A text of white space beside its calls is no answer', async () => {
    const backend = new ScriptedBackend((request) =>
      hasTools(request) ? { text: '\n\n', calls: [call('ours')] } : { text: 'Here you are.' },
    );
    const { answer } = await testTurns(backend, [ours], { limits: { steps: 2 } }).ask({});
    expect(answer.text.trim()).toBe('Here you are.');
  });

  test('A prompt that is too long for the step without tools is reported as such', async () => {
    const tooLong: TurnFailure = {
      kind: 'upstream-rejected',
      backend: 'up',
      status: 400,
      message: 'Too long.',
      code: 'context_length_exceeded',
    };
    const backend = new ScriptedBackend((request) =>
      hasTools(request) ? { calls: [call('ours')] } : { failure: tooLong },
    );
    const { answer } = await testTurns(backend, [ours], { limits: { steps: 2 } }).ask({});
    expect(answer.finish.failure).toMatchObject({ code: 'context_length_exceeded' });
  });

  proves('L9', 'If it calls tools even then, the turn fails and names the limit of steps', async () => {
    const backend = new ScriptedBackend(() => ({ calls: [call('ours')] }));
    const { answer } = await testTurns(backend, [ours], { limits: { steps: 4 } }).ask({});
    expect(backend.requests).toHaveLength(5);
    expect(answer.finish.failure).toMatchObject({
      kind: 'stuck',
      reason: expect.stringContaining('in step 4, the last one that "limits.steps" allows'),
    });
  });

  test('A server that rejects the step without tools does not hide the real cause', async () => {
    const rejected: TurnFailure = { kind: 'upstream-rejected', backend: 'up', status: 400, message: 'No tools.' };
    const backend = new ScriptedBackend((request) =>
      hasTools(request) ? { calls: [call('ours')] } : { failure: rejected },
    );
    const { answer } = await testTurns(backend, [ours], { limits: { steps: 2 } }).ask({});
    expect(answer.finish.failure).toMatchObject({ kind: 'stuck', reason: expect.stringContaining('"limits.steps"') });
  });

  test('The failure of a model that repeats a call names the limit of repetitions', async () => {
    const backend = new ScriptedBackend(() => ({ calls: [{ id: 'u', name: 'ours', arguments: '{}' }] }));
    const { answer } = await testTurns(backend, [ours]).ask({});
    expect(answer.finish.failure).toMatchObject({
      kind: 'stuck',
      reason: expect.stringContaining('repeated calls that brought nothing new ("limits.repeatedCalls")'),
    });
  });

  test('The failure of a model that ignores the tool choice "none" names the choice', async () => {
    const backend = new ScriptedBackend(() => ({ calls: [call('ours')] }));
    const { answer } = await testTurns(backend, [ours]).ask({ choice: { kind: 'none' } });
    expect(backend.requests.map(hasTools)).toEqual([true, false]);
    expect(answer.finish.failure).toMatchObject({ kind: 'stuck', reason: expect.stringContaining('"tool_choice"') });
  });
});
