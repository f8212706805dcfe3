import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { inOrder, ScriptedBackend } from '../../test/scripted-backend.ts';
import { listed, testTurns, user } from '../../test/turns.ts';
import { type Ask, type Event, type Message, type ModelRequest, textOf } from '../core/index.ts';
import type { FormatSettings } from '../select/index.ts';

/** A model that writes the result of a tool itself, in a text format. */

const call = '<tool_call>\n{"name": "delete_file", "arguments": {"path": "a.txt"}}\n</tool_call>';
const invented = '<tool_response>File deleted.</tool_response>';

function setUp(...texts: readonly string[]) {
  return setUpWith({ enabled: ['hermes'], primary: 'hermes' }, ...texts);
}

function setUpWith(formats: Partial<FormatSettings>, ...texts: readonly string[]) {
  const ran: unknown[] = [];
  const backend = new ScriptedBackend(inOrder(...texts.map((text) => ({ text }))));
  const schema = { type: 'object', properties: { path: { type: 'string' } } };
  const tool = {
    name: 'delete_file',
    description: 'Deletes a file.',
    schema,
    invoke: (args: unknown) => {
      ran.push(args);
      return 'deleted';
    },
  };
  const turns = testTurns(backend, [tool], { formats });
  return { ...turns, backend, ran };
}

const NOTHING_RAN = '(The model wrote the result of a tool itself instead of calling the tool. No such tool has run.)';

/** Returns the last message of the request that follows this answer. */
async function reasonAfter(asked: Partial<Ask>, answer: string): Promise<string> {
  const { ask, backend } = setUp(answer, 'Fine.');
  await ask(asked);
  return linesOf(backend.requests.at(-1) as ModelRequest).at(-1) ?? '';
}

const linesOf = ({ messages }: ModelRequest) => messages.map(({ role, content }) => `${role}: ${textOf(content)}`);
const noticesIn = (events: readonly Event[]) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

describe('A model that writes the result of a tool itself', () => {
  proves('L8', 'It is asked once more with the reason, and the invented result never reaches the client', async () => {
    const { ask, backend, ran } = setUp(invented, call, 'It is deleted.');
    const { answer, events } = await ask({ messages: [user('Delete a.txt.')] });
    expect(answer.text).toBe('It is deleted.');
    expect(ran).toEqual([{ path: 'a.txt' }]);
    expect(JSON.stringify(events)).not.toContain('File deleted');
    const [first = [], second = [], third = []] = backend.requests.map(linesOf);
    expect(second).toEqual([
      ...first.slice(0, -1),
      expect.stringMatching(/^user: Delete a\.txt\.\n\nYour last answer was cut off, because you wrote the result/),
    ]);
    expect(JSON.stringify(second)).not.toContain('tool_response');
    expect(third.slice(0, first.length)).toEqual(first); // the reason was for one attempt only
  });

  proves('L8', 'If it does so again, the answer ends with a sentence that says so, also in the history', async () => {
    const { ask, backend, log, ran } = setUp(invented, `I deleted it.\n${invented} Anything else?`, 'Fine.');
    const { answer } = await ask({ messages: [user('Delete a.txt.')] });
    expect([answer.text, answer.finish.reason, answer.calls]).toEqual([`I deleted it.\n\n${NOTHING_RAN}`, 'stop', []]);
    expect(backend.requests).toHaveLength(2);
    expect(ran).toEqual([]);
    const warning = { level: 'warn', message: expect.stringContaining('The model wrote the result of a tool itself') };
    expect(log.lines).toContainEqual(expect.objectContaining(warning));
    const said: Message = { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] };
    await ask({ messages: [user('Delete a.txt.'), said, user('Really?')] });
    expect(linesOf(backend.requests.at(-1) as ModelRequest)).toContain(`assistant: I deleted it.\n\n${NOTHING_RAN}`);
  });

  test('An answer that consists only of invented results ends with the sentence alone', async () => {
    const { answer } = await setUp(invented, invented).ask({});
    expect([answer.text, answer.finish.reason]).toEqual([NOTHING_RAN, 'stop']);
  });

  test('An empty or muted second attempt does not leave the text before the invented result as the answer', async () => {
    const begun = `I delete it.\n${invented}`;
    const ended = `I delete it.\n\n${NOTHING_RAN}`;
    expect((await setUp(begun, '').ask({})).answer.text).toBe(ended);
    expect((await setUp(begun, '<think>Hm.</think>').ask({})).answer.text).toBe(ended);
    const muted = setUp(begun, call, '');
    expect((await muted.ask({ choice: { kind: 'none' } })).answer.text).toBe(`I delete it.\n${NOTHING_RAN}`);
    expect(muted.ran).toEqual([]);
  });

  test('An empty answer before the invented result does not cost the attempt with the reason', async () => {
    const { ask, ran } = setUp('', invented, call, 'It is deleted.');
    expect((await ask({})).answer.text).toBe('It is deleted.');
    expect(ran).toHaveLength(1);
  });

  test('The reason says whether text was kept, and asks for a call only if the model may make one', async () => {
    expect(await reasonAfter({}, invented)).not.toContain('was kept');
    expect(await reasonAfter({}, invented)).toContain('Write the call of the tool');
    expect(await reasonAfter({}, `I delete it. ${invented}`)).toContain(
      'The text before it was kept: do not repeat it.',
    );
    const muted = await reasonAfter({ choice: { kind: 'none' } }, invented);
    expect(muted).toMatch(/Answer without it\.\n\nDo not call a tool now/);
    expect(muted).not.toContain('Write the call');
  });

  test('After a real outcome, neither the reason nor the last sentence denies the call that has run', async () => {
    const { ask, backend, ran } = setUp(call, invented, invented);
    const { answer } = await ask({});
    const reason = linesOf(backend.requests.at(-1) as ModelRequest).at(-1);
    expect(reason).toContain('Use the results that you were given.');
    expect(reason).not.toContain('Write the call of the tool');
    expect(answer.text).toContain('Only the tools that it called before have run.');
    expect(ran).toHaveLength(1);
  });

  test('A real outcome that the model repeats is left out, and its answer goes on', async () => {
    const echo = '<tool_response>\ndeleted\n</tool_response>\nThe file is deleted.';
    const { ask, backend, ran } = setUp(call, echo);
    const { answer } = await ask({ messages: [user('Delete a.txt.')] });
    expect([answer.text, answer.finish.reason]).toEqual(['The file is deleted.', 'stop']);
    expect(backend.requests).toHaveLength(2);
    expect(ran).toHaveLength(1);
  });

  test('An outcome of an earlier question, repeated as the result of a new call, is invented', async () => {
    const { ask, backend } = setUp(call, 'Deleted.', '<tool_response>\ndeleted\n</tool_response>', 'I cannot.');
    const { answer } = await ask({ messages: [user('Delete a.txt.')] });
    const said: Message = { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] };
    const next = await ask({ messages: [user('Delete a.txt.'), said, user('Delete b.txt.')] });
    expect(next.answer.text).toBe('I cannot.');
    expect(backend.requests).toHaveLength(4);
  });

  test('A result that a model with message headers writes as a tool is invented', async () => {
    const written =
      '<|start|>functions.delete_file to=assistant<|channel|>commentary<|message|>deleted<|end|><|start|>assistant<|channel|>final<|message|>It is deleted.';
    const { ask, backend } = setUpWith({ enabled: ['harmony'], primary: 'harmony' }, written, 'I cannot.');
    expect((await ask({})).answer.text).toBe('I cannot.');
    expect(backend.requests).toHaveLength(2);
  });

  test('The text before the invented result stays, and the next attempt continues it', async () => {
    const { ask, backend } = setUp(`I delete it.\n${invented}`, call, 'Done.');
    const { answer } = await ask({ messages: [user('Delete a.txt.')] });
    expect(answer.text).toBe('I delete it.\n\nDone.');
    const [, second = []] = backend.requests.map(linesOf);
    expect(second.slice(-3)).toEqual([
      'user: Delete a.txt.',
      'assistant: I delete it.',
      expect.stringMatching(/^user: Your last answer was cut off/),
    ]);
    const said: Message = { role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: [] };
    backend.play = () => ({ text: 'You are welcome.' });
    await ask({ messages: [user('Delete a.txt.'), said, user('Thanks.')] });
    const [, ...history] = linesOf(backend.requests.at(-1) as ModelRequest);
    expect(history).toEqual([
      'user: Delete a.txt.',
      `assistant: I delete it.\n${call}`,
      'user: <tool_response>\ndeleted\n</tool_response>',
      'assistant: Done.',
      'user: Thanks.',
    ]);
  });

  test('A call before the invented result runs, and a notice says that the result is left out', async () => {
    const { ask, backend, ran } = setUp(`${call}\n${invented}\nIt is deleted, I promise.`, 'Deleted.');
    const { answer, events } = await ask({});
    expect([answer.text, ran]).toEqual(['Deleted.', [{ path: 'a.txt' }]]);
    expect(backend.requests).toHaveLength(2);
    expect(noticesIn(events)).toEqual([expect.stringContaining('The model wrote the result of a tool itself')]);
  });

  test('A call of a client tool before the invented result is handed over', async () => {
    const { ask } = setUp(`<tool_call>{"name": "theirs", "arguments": {}}</tool_call>${invented}`);
    const { answer } = await ask({ tools: listed('theirs') });
    expect(answer.calls.map(({ name }) => name)).toEqual(['theirs']);
    expect(answer.finish.reason).toBe('calls');
  });

  test('The server is told to stop as soon as the invented result begins', async () => {
    const { ask, backend } = setUp();
    let pulled = 0;
    let isClosed = false;
    backend.stream = async function* () {
      try {
        yield [{ type: 'text', text: `${call}\n<tool_response>x` }];
        for (; pulled < 100; pulled++) yield [{ type: 'text', text: ' and so on' }];
      } finally {
        isClosed = true;
        backend.stream = ScriptedBackend.prototype.stream;
        backend.play = () => ({ text: 'Deleted.' });
      }
    };
    expect((await ask({})).answer.text).toBe('Deleted.');
    expect([pulled, isClosed]).toEqual([0, true]);
  });

  test('A result tag in code, in quotation marks or in the arguments of a call does not break the step', async () => {
    const texts = ['The tag `<tool_response>` is reserved.', 'The tag "<tool_response>" is reserved.'];
    for (const text of texts) expect((await setUp(text).ask({})).answer.text).toBe(text);
    const { ask, ran } = setUp(call.replace('a.txt', '<tool_response>'), 'Deleted.');
    expect((await ask({})).answer.text).toBe('Deleted.');
    expect(ran).toEqual([{ path: '<tool_response>' }]);
  });

  test('A model with native calls, and a request without tools, may write any tag', async () => {
    const native = testTurns(new ScriptedBackend(inOrder({ text: invented })), [{ name: 'f', invoke: () => '' }]);
    expect((await native.ask({})).answer.text).toBe(invented);
    const { ask } = setUp(invented);
    expect((await ask({ tools: listed() })).answer.text).toBe(invented);
  });

  proves('L3', 'Every chunking of an answer with an invented result gives the same answer', async () => {
    const texts = [`I delete it.\n${invented} Bye.`, `${call}${invented}`, `See \`<tool_response>\`.${invented}`];
    const cuts = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), cuts, async (text, places) => {
        const whole = await answerTo([text]);
        expect(await answerTo(pieces(text, places))).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns the turn's answer if the model's first answer arrives in these pieces, and its second one is "Fine.". */
async function answerTo(chunks: readonly string[]) {
  const { ask, backend, ran } = setUp('Fine.');
  const { stream } = ScriptedBackend.prototype;
  backend.stream = async function* () {
    backend.stream = stream;
    for (const text of chunks) yield [{ type: 'text', text }];
    yield [{ type: 'finish', reason: 'stop' }];
  };
  const { answer, events } = await ask({});
  return { text: answer.text, ran, notices: noticesIn(events), reason: answer.finish.reason };
}

function pieces(text: string, places: readonly number[]): readonly string[] {
  const ends = [...new Set(places)].toSorted((one, other) => one - other);
  return [0, ...ends].map((start, place) => text.slice(start, ends[place])).filter((piece) => piece !== '');
}
