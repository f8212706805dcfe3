import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../../test/scripted-backend.ts';
import { listed, testTurns, user } from '../../../test/turns.ts';
import { type Call, type Message, textOf } from '../../core/index.ts';

const call = (id: string, name: string, args: object = {}) => ({ id, name, arguments: JSON.stringify(args) });
const said = (text: string, calls: readonly Call[] = []): Message => ({
  role: 'assistant',
  content: text === '' ? [] : [{ type: 'text', text }],
  calls,
});
const result = ({ id }: Call, text: string): Message => ({
  role: 'tool',
  callId: id,
  content: [{ type: 'text', text }],
});

/** Turns with a gateway tool that counts its runs. */
function mixedTurns(backend: ScriptedBackend) {
  let runs = 0;
  const ours = { name: 'ours', invoke: () => `ours ${++runs}` };
  return testTurns(backend, [ours], { isMixed: true });
}

/** Returns the last request in short form: each message as its role, text and calls. */
const lastRequest = ({ requests }: ScriptedBackend) =>
  (requests.at(-1)?.messages ?? []).map((message) => {
    const calls = message.role === 'assistant' ? message.calls.map(({ id }) => id) : [];
    return [message.role, textOf(message.content), ...calls];
  });

describe('A client that merges two assistant messages into one', () => {
  /** Plays two turns that both end with a hand-over, and returns the client's calls and texts of both. */
  async function twoHandOvers(texts: readonly [string, string]) {
    const backend = new ScriptedBackend(
      inOrder(
        { text: texts[0], calls: [call('u1', 'ours'), call('u2', 'theirs', { n: 1 })] },
        { calls: [call('u3', 'ours')] },
        { text: texts[1], calls: [call('u4', 'theirs', { n: 2 })] },
      ),
    );
    const { ask } = mixedTurns(backend);
    const tools = listed('theirs');
    const first = await ask({ tools });
    const before = [user('hi'), said(texts[0], first.answer.calls)];
    const [one] = first.answer.calls;
    if (one === undefined) throw new Error('The first turn handed nothing over.');
    const second = await ask({ tools, messages: [...before, result(one, 'theirs 1')] });
    const [two] = second.answer.calls;
    if (two === undefined) throw new Error('The second turn handed nothing over.');
    backend.play = inOrder({ text: 'Done.' });
    return {
      one,
      two,
      lastRequest: () => lastRequest(backend),
      ask: (...messages: Message[]) => ask({ tools, messages }),
    };
  }

  const history = (first: string, second: string) => [
    ['user', 'hi'],
    ['assistant', first, 'u1', 'u2'],
    ['tool', 'ours 1'],
    ['tool', 'theirs 1'],
    ['assistant', '', 'u3'],
    ['tool', 'ours 2'],
    ['assistant', second, 'u4'],
    ['tool', 'theirs 2'],
  ];

  proves('L2', 'The outcomes of both turns are restored, and each step is its own message again', async () => {
    const { one, two, ask, lastRequest } = await twoHandOvers(['', '']);
    await ask(user('hi'), said('', [one, two]), result(one, 'theirs 1'), result(two, 'theirs 2'));
    expect(lastRequest()).toEqual(history('', ''));
  });

  test.each(['\n', '\n\n', ' ', ''])('Texts that the client joins with %j are divided again', async (gap) => {
    const { one, two, ask, lastRequest } = await twoHandOvers(['First.', 'Second.']);
    await ask(user('hi'), said(`First.${gap}Second.`, [one, two]), result(one, 'theirs 1'), result(two, 'theirs 2'));
    expect(lastRequest()).toEqual(history('First.', 'Second.'));
  });

  test('A text that the client changed stays with the first calls', async () => {
    const { one, two, ask, lastRequest } = await twoHandOvers(['First.', 'Second.']);
    await ask(user('hi'), said('Changed.', [one, two]), result(one, 'theirs 1'), result(two, 'theirs 2'));
    expect(lastRequest()).toEqual(history('Changed.', ''));
  });

  test('A call that the client added itself stays behind the call that it follows', async () => {
    const { one, two, ask, lastRequest } = await twoHandOvers(['', '']);
    const added = call('added', 'theirs', { n: 3 });
    const results = [result(one, 'theirs 1'), result(added, 'added'), result(two, 'theirs 2')];
    await ask(user('hi'), said('', [one, added, two]), ...results);
    const [question, , ...rest] = history('', '');
    const first = [question, ['assistant', '', 'u1', 'u2', 'added'], ...rest.slice(0, 2), ['tool', 'added']];
    expect(lastRequest()).toEqual([...first, ...rest.slice(2)]);
  });
});

test("A client's own call before merged calls stays before them", async () => {
  const backend = new ScriptedBackend(
    inOrder({ calls: [call('u1', 'theirs', { n: 1 })] }, { calls: [call('u2', 'theirs', { n: 2 })] }),
  );
  const { ask } = mixedTurns(backend);
  const tools = listed('theirs');
  const [one] = (await ask({ tools })).answer.calls;
  if (one === undefined) throw new Error('The first turn handed nothing over.');
  const [two] = (await ask({ tools, messages: [user('hi'), said('', [one]), result(one, 'first')] })).answer.calls;
  if (two === undefined) throw new Error('The second turn handed nothing over.');
  backend.play = inOrder({ text: 'Done.' });
  const own = call('own', 'theirs', { n: 0 });
  const results = [result(own, 'own'), result(one, 'first'), result(two, 'second')];
  await ask({ tools, messages: [user('hi'), said('', [own, one, two]), ...results] });
  const outcomes = lastRequest(backend).flatMap(([role, text]) => (role === 'tool' ? [text] : []));
  expect(outcomes.toSorted()).toEqual(['first', 'own', 'second']);
});

describe('A client that writes a handed-over call as text', () => {
  async function handedOver() {
    const backend = new ScriptedBackend(
      inOrder({ calls: [call('u1', 'ours')] }, { text: 'So.', calls: [call('u2', 'ours'), call('u3', 'theirs')] }),
    );
    const { ask } = mixedTurns(backend);
    const { answer } = await ask({ tools: listed('theirs') });
    backend.play = inOrder({ text: 'Done.' });
    const id = answer.calls[0]?.id ?? '';
    // The form in which smolagents sends a call and its result.
    const written = `So.\nCalling tools:\n[{'id': '${id}', 'type': 'function', 'function': {'name': 'theirs', 'arguments': {}}}]`;
    return { backend, ask, written, observation: user('Observation:\nthe result') };
  }

  proves('L2', "The gateway's outcomes are restored, and the client's text stays as it is", async () => {
    const { backend, ask, written, observation } = await handedOver();
    await ask({ tools: listed('theirs'), messages: [user('hi'), said(written), observation] });
    expect(lastRequest(backend)).toEqual([
      ['user', 'hi'],
      ['assistant', '', 'u1'],
      ['tool', 'ours 1'],
      ['assistant', written, 'u2'],
      ['tool', 'ours 2'],
      ['user', 'Observation:\nthe result'],
    ]);
  });

  test('Nothing is restored for another key, or for an id after another history', async () => {
    const { backend, ask, written, observation } = await handedOver();
    const tools = listed('theirs');
    const messages = [user('hi'), said(written), observation];
    await ask({ tools, messages, key: 'other' });
    expect(lastRequest(backend)).toHaveLength(3);
    backend.play = inOrder({ text: 'Done.' });
    await ask({ tools, messages: [user('another question'), said(written), observation] });
    expect(lastRequest(backend)).toHaveLength(3);
  });

  test('The id is found at the end of a long text, and only there, so that the search takes little time', async () => {
    const { backend, ask, written, observation } = await handedOver();
    const tools = listed('theirs');
    const long = 'word '.repeat(60_000);
    await ask({ tools, messages: [user('hi'), said(long + written), observation] });
    expect(lastRequest(backend)).toHaveLength(6);
    backend.play = inOrder({ text: 'Done.' });
    await ask({ tools, messages: [user('hi'), said(written + long), observation] });
    expect(lastRequest(backend)).toHaveLength(3);
  });

  test('Nothing is restored for a text without the id', async () => {
    const { backend, ask, observation } = await handedOver();
    await ask({ tools: listed('theirs'), messages: [user('hi'), said('Calling tools: …'), observation] });
    expect(lastRequest(backend)).toHaveLength(3);
  });
});
