import { describe, expect, test } from 'vitest';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { listed, testTurns } from '../../test/turns.ts';
import type { ToolChoice } from '../core/index.ts';

const call = (id: string, name: string, args: object = {}) => ({ id, name, arguments: JSON.stringify(args) });
const required: ToolChoice = { kind: 'required' };
const named = (name: string): ToolChoice => ({ kind: 'named', name });

function mixedTurns(backend: ScriptedBackend, steps = 20) {
  let count = 0;
  const ours = { name: 'ours', invoke: () => `result ${count++}` };
  return testTurns(backend, [ours], { isMixed: true, limits: { steps } });
}

const choices = (backend: ScriptedBackend) => backend.requests.map(({ choice }) => choice);

describe('A forced tool choice of a client that lists tools', () => {
  test('The choice "required" holds until the model calls a tool of the client', async () => {
    const backend = new ScriptedBackend(
      inOrder({ calls: [call('u1', 'ours')] }, { calls: [call('u2', 'ours')] }, { calls: [call('u3', 'theirs')] }),
    );
    const { answer } = await mixedTurns(backend).ask({ tools: listed('theirs', 'more'), choice: required });
    expect(choices(backend)).toEqual([required, required, required]);
    expect(answer.calls).toMatchObject([{ name: 'theirs' }]);
  });

  test('A choice that names a tool of the client holds until the model calls a tool of the client', async () => {
    const backend = new ScriptedBackend(inOrder({ calls: [call('u1', 'ours')] }, { calls: [call('u2', 'theirs')] }));
    await mixedTurns(backend).ask({ tools: listed('theirs'), choice: named('theirs') });
    expect(choices(backend)).toEqual([named('theirs'), named('theirs')]);
  });

  test('A choice that names a gateway tool applies to the first step only', async () => {
    const backend = new ScriptedBackend(inOrder({ calls: [call('u1', 'ours')] }, { text: 'Done.' }));
    await mixedTurns(backend).ask({ tools: listed('theirs'), choice: named('ours') });
    expect(choices(backend)).toEqual([named('ours'), { kind: 'auto' }]);
  });

  test("In the last step the model must call the client's only tool, instead of answering with text", async () => {
    const backend = new ScriptedBackend(({ choice }) => ({
      calls: [call(`u${backend.requests.length}`, choice.kind === 'named' ? choice.name : 'ours')],
    }));
    const { answer } = await mixedTurns(backend, 3).ask({ tools: listed('theirs'), choice: required });
    expect(choices(backend)).toEqual([required, required, named('theirs')]);
    expect(answer).toMatchObject({ finish: { reason: 'calls' }, calls: [{ name: 'theirs' }] });
  });

  test("A model that repeats a gateway call must call the client's only tool, instead of answering with text", async () => {
    const backend = new ScriptedBackend(({ choice }) => ({
      calls: [call(`u${backend.requests.length}`, choice.kind === 'named' ? choice.name : 'same')],
    }));
    const same = { name: 'same', invoke: () => 'the same' };
    const { ask } = testTurns(backend, [same], { isMixed: true });
    const { answer } = await ask({ tools: listed('theirs'), choice: required });
    expect(choices(backend)).toEqual([required, required, required, named('theirs')]);
    expect(answer.calls).toMatchObject([{ name: 'theirs' }]);
  });

  test('In the last step only the tools of the client are allowed', async () => {
    const backend = new ScriptedBackend(({ allowed }) => ({
      calls: [call(`u${backend.requests.length}`, allowed?.names.at(-1) ?? 'ours')],
    }));
    const { answer } = await mixedTurns(backend, 3).ask({ tools: listed('theirs', 'more'), choice: required });
    const theirs = { names: ['theirs', 'more'], gateway: false };
    expect(backend.requests.map(({ allowed }) => allowed)).toEqual([undefined, undefined, theirs]);
    expect(answer.calls).toMatchObject([{ name: 'more' }]);
  });

  test('After an empty answer to the outcome of a gateway tool, the model is asked once more', async () => {
    const backend = new ScriptedBackend(
      inOrder({ calls: [call('u1', 'ours')] }, {}, { calls: [call('u2', 'theirs')] }),
    );
    const { answer } = await mixedTurns(backend).ask({ tools: listed('theirs'), choice: required });
    expect(choices(backend)).toEqual([required, required, required]);
    expect(answer.calls).toMatchObject([{ name: 'theirs' }]);
  });

  test('A second empty answer fails, because the client needs a call', async () => {
    const backend = new ScriptedBackend(inOrder({ calls: [call('u1', 'ours')] }, {}, {}));
    const { answer } = await mixedTurns(backend).ask({ tools: listed('theirs'), choice: required });
    expect(answer.finish.failure).toMatchObject({ kind: 'empty-answer' });
  });

  test('A model that never calls a tool of the client is stopped after the last step', async () => {
    const backend = new ScriptedBackend(() => ({ calls: [call(`u${backend.requests.length}`, 'ours')] }));
    const { answer } = await mixedTurns(backend, 3).ask({ tools: listed('theirs', 'more'), choice: required });
    expect(choices(backend)).toEqual([required, required, required]);
    expect(answer.finish.failure).toMatchObject({ kind: 'stuck', reason: expect.stringContaining('"limits.steps"') });
  });
});

test('A forced tool choice applies to the first step only if the client lists no tools', async () => {
  const backend = new ScriptedBackend(inOrder({ calls: [call('u1', 'ours')] }, { text: 'Done.' }));
  await mixedTurns(backend).ask({ choice: required });
  expect(choices(backend)).toEqual([required, { kind: 'auto' }]);
});
