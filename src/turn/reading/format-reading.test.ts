import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recordingLog } from '../../../test/recording-log.ts';
import { proves } from '../../../test/requirements.ts';
import { type Event, type Message, type Plan, silentLog, type VisibleTool } from '../../core/index.ts';
import { FormatReading, type StepText } from './format-reading.ts';

const tools = ['look', 'say'].map(
  (name): VisibleTool => ({ name, wireName: name, owner: 'gateway', description: 'd', parameters: { type: 'object' } }),
);
const native: Plan = {
  source: 'gateway',
  isMixed: false,
  visible: tools,
  format: 'native',
  understood: ['hermes'],
  decisions: [],
  callable: [],
  finds: [],
};
const inText: Plan = { ...native, format: 'hermes', understood: ['hermes', 'pure_json', 'qwen3_coder'] };

const look = '<tool_call>{"name":"look","arguments":{"at":"x"}}</tool_call>';
const say = (text: string): Event => ({ type: 'text', text });
const stop: Event = { type: 'finish', reason: 'stop' };

function serverCall(id: string, args: string): readonly Event[] {
  return [
    { type: 'call-start', id, name: 'look', owner: 'gateway' },
    { type: 'call-args', id, text: args },
    { type: 'call', call: { id, name: 'look', arguments: args }, owner: 'gateway' },
  ];
}

const newReading = (plan: Plan, more: Partial<StepText> = {}) =>
  new FormatReading({ plan, isMuted: false, isSingle: false, messages: [], log: silentLog, turn: 't', ...more });

function read(plan: Plan, ...batches: (readonly Event[])[]): Event[] {
  const reading = newReading(plan);
  return batches.flatMap((batch) => reading.push(batch));
}

const callsIn = (events: readonly Event[]) => events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
const textIn = (events: readonly Event[]) => events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const reasonOf = (events: readonly Event[]) => {
  const last = events.at(-1);
  return last?.type === 'finish' ? last.reason : 'no finish';
};

describe('Text without calls', () => {
  test.each([native, inText])('A batch of plain text passes as the same object, in the format $format', (plan) => {
    const reading = newReading(plan);
    reading.push([say('Hello')]);
    const batches = [[say(' there'), say(', all')], [say(' of you.')], [{ type: 'reasoning', text: 'hm' } as const]];
    for (const batch of batches) expect(reading.push(batch)).toBe(batch);
  });

  test('A batch passes unread if there are no formats or no tools', () => {
    for (const plan of [
      { ...native, understood: [] },
      { ...native, visible: [] },
    ]) {
      const reading = newReading(plan);
      const batch = [say(look), stop];
      expect(reading.push(batch)).toBe(batch);
    }
  });

  test('Text that was held back is emitted before the finish event', () => {
    const events = read(native, [say('Look: <tool')], [say('_')], [stop]);
    expect(textIn(events)).toBe('Look: <tool_');
    expect(events.at(-1)).toBe(stop);
  });
});

describe('Calls in text', () => {
  test('A call in text gives the same events as a native call, with an id of nine characters', () => {
    const [start, ...rest] = read(inText, [say(look)], [stop]);
    expect(start).toEqual({
      type: 'call-start',
      id: expect.stringMatching(/^[A-Za-z0-9]{9}$/),
      name: 'look',
      owner: 'gateway',
    });
    const id = start?.type === 'call-start' ? start.id : '';
    const args = rest.flatMap((event) => (event.type === 'call-args' && event.id === id ? [event.text] : []));
    expect(args.join('')).toBe('{"at":"x"}');
    expect(rest.slice(-2)).toEqual([
      { type: 'call', call: { id, name: 'look', arguments: '{"at":"x"}' }, owner: 'gateway' },
      { type: 'finish', reason: 'calls' },
    ]);
  });

  test('Calls follow the text before them, and the text after them is left out with a notice', () => {
    const events = read(inText, [say(`Before. ${look} It is noon.`)], [stop]);
    const told = events.filter(({ type }) => type === 'text' || type === 'call' || type === 'notice');
    expect(told.map(({ type }) => type)).toEqual(['text', 'call', 'notice']);
    expect(told).toContainEqual({ type: 'notice', message: 'Text after the calls is left out.' });
    expect(reasonOf(events)).toBe('calls');
  });

  test.each<[Event & { type: 'finish' }, string, string]>([
    [{ type: 'finish', reason: 'length' }, look, 'calls'],
    [{ type: 'finish', reason: 'length' }, `${look} And then I w`, 'length'],
    [{ type: 'finish', reason: 'length' }, look.slice(0, 45), 'length'],
    [{ type: 'finish', reason: 'stop' }, look.slice(0, 45), 'length'],
    [{ type: 'finish', reason: 'stop' }, `${look}${look.slice(0, 45)}`, 'length'],
    [{ type: 'finish', reason: 'stop' }, look.slice(0, -'}</tool_call>'.length), 'calls'],
    [{ type: 'finish', reason: 'length' }, look.slice(0, -'}</tool_call>'.length), 'length'],
    [{ type: 'finish', reason: 'stop' }, look.slice(0, -'_call>'.length), 'calls'],
    [{ type: 'finish', reason: 'length' }, look.slice(0, -'_call>'.length), 'length'],
    [{ type: 'finish', reason: 'filtered' }, look, 'filtered'],
    [{ type: 'finish', reason: 'stop' }, 'No call.', 'stop'],
  ])('The finish %j after the text %j gives the finish reason "%s"', (finish, text, reason) => {
    expect(reasonOf(read(inText, [say(text)], [finish]))).toBe(reason);
  });

  test('A call that only the end of the text closes is complete, unless the token limit ended the text', () => {
    const program: VisibleTool = {
      name: 'python',
      wireName: 'python',
      owner: 'gateway',
      description: 'd',
      parameters: { type: 'object' },
    };
    const plan = { ...inText, visible: [program], format: 'functionary_v3.2', understood: ['functionary_v3.2'] };
    const text = [say('>>>python\nx = {"a": 1}')];
    expect(callsIn(read(plan, text, [stop]))).toHaveLength(1);
    expect(reasonOf(read(plan, text, [stop]))).toBe('calls');
    expect(reasonOf(read(plan, text, [{ type: 'finish', reason: 'length' }]))).toBe('length');
  });

  test('A failure passes unchanged, even after a call', () => {
    const failed: Event = { type: 'finish', reason: 'failed', failure: { kind: 'bug' } };
    expect(read(inText, [say(look)], [failed]).at(-1)).toBe(failed);
  });

  test('A malformed call is emitted with arguments that are not valid JSON', () => {
    // Valid after a repair, but does not match the schema.
    const mended = '<tool_call>{"name":"look","arguments":{"at": 1,}}</tool_call>';
    const strict = [{ ...tools[0], parameters: { type: 'object', properties: { at: { type: 'string' } } } }];
    const broken: readonly [Plan, string][] = [
      [inText, '<tool_call>{"name":"look","arguments":{"at": x y}}</tool_call>'],
      [inText, '<tool_call>{"name":"look","arguments":oops}</tool_call>'],
      [{ ...inText, visible: strict as readonly VisibleTool[] }, mended],
      [{ ...inText, visible: strict as readonly VisibleTool[] }, mended.replace('1,}}', '1}')],
    ];
    for (const [plan, text] of broken) {
      const events = read(plan, [say(text)], [stop]);
      const [call] = callsIn(events);
      expect(call).toMatchObject({ name: 'look' });
      expect(() => JSON.parse(String(call?.arguments))).toThrow();
      expect(events.some(({ type }) => type === 'call-args')).toBe(true);
      expect(reasonOf(events)).toBe('calls');
    }
  });
});

describe('A malformed call', () => {
  const text = '<tool_call>{"name":"look","arguments":{"at": 20, "from": }}}}]</tool_call>';
  const theirs: Plan = { ...inText, visible: tools.map((tool) => ({ ...tool, owner: 'client' })) };

  test('A malformed gateway call has the text that the model wrote, from its arguments on', () => {
    const [call] = callsIn(read(inText, [say(text)], [stop]));
    expect(call?.arguments).toContain('{"at": 20, "from": }}}}]');
    expect(call?.arguments).not.toContain('"name"');
  });

  test('A malformed client call has exactly the arguments that were streamed to the client', () => {
    const events = read(theirs, ...[...text].map((letter) => [say(letter)]), [stop]);
    const told = events.map((event) => (event.type === 'call-args' ? event.text : '')).join('');
    expect(callsIn(events)[0]?.arguments).toBe(told);
    expect(() => JSON.parse(told)).toThrow();
  });

  test('Malformed and truncated calls are logged at info level, repaired ones at debug level', () => {
    const levels = (text: string) => {
      const log = recordingLog();
      newReading(inText, { log }).push([say(text), stop]);
      return log.lines.map(({ level, fields }) => `${level} ${fields.code}`);
    };
    expect(levels(text)).toEqual(['info malformed']);
    expect(levels(look.slice(0, 45))).toEqual(['info incomplete']);
    expect(levels('<tool_call>{"name":"look","arguments":{"at":"x",}}</tool_call>')).toEqual(['debug repaired']);
  });
});

describe('A model whose chat template opens the reasoning', () => {
  const opened: Plan = { ...inText, startsInReasoning: true };
  const hermes: Plan = { ...opened, understood: ['hermes'] };
  const thoughtsIn = (events: readonly Event[]) =>
    events.map((event) => (event.type === 'reasoning' ? event.text : '')).join('');
  const noticesIn = (events: readonly Event[]) => events.filter(({ type }) => type === 'notice');

  test('If the template opens the reasoning, the text is reasoning up to the closing marker', () => {
    const events = read(opened, [say('Let me think.\n</th')], [say('ink>\n\nHello.')], [stop]);
    expect([thoughtsIn(events).trim(), textIn(events)]).toEqual(['Let me think.', 'Hello.']);
    expect(noticesIn(events)).toEqual([]);
  });

  test('A call inside the reasoning is a draft, and the call after the closing marker counts', () => {
    const events = read(hermes, [say(`Hm, ${look}?\n</think>\n${look.replace('"x"', '"y"')}`)], [stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"y"}']);
    expect(reasonOf(events)).toBe('calls');
  });

  test('If the server reports reasoning by itself, the text does not start as reasoning', () => {
    const events = read(opened, [{ type: 'reasoning', text: 'Hm.' }], [say('Hello.')], [stop]);
    expect([thoughtsIn(events), textIn(events)]).toEqual(['Hm.', 'Hello.']);
  });

  test('With native calls the text does not start as reasoning, even if the template opens it', () => {
    expect(textIn(read({ ...native, startsInReasoning: true }, [say('Hello.')], [stop]))).toBe('Hello.');
  });

  test('Reasoning that is never closed is also emitted as the answer, with a notice', () => {
    const events = read(opened, [say('It is ')], [say('noon.')], [stop]);
    expect([thoughtsIn(events), textIn(events)]).toEqual(['It is noon.', 'It is noon.']);
    expect(noticesIn(events)).toMatchObject([{ message: expect.stringContaining('never ended its reasoning') }]);
    expect(reasonOf(events)).toBe('stop');
  });

  test('A call at the end of unclosed reasoning counts, and a call among words is a draft', () => {
    const made = read(hermes, [say(`I look.\n${look}`)], [stop]);
    expect(callsIn(made).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
    expect([textIn(made), reasonOf(made)]).toEqual(['I look.', 'calls']);
    const draft = read(hermes, [say(`Maybe ${look}? No.`)], [stop]);
    expect([callsIn(draft), textIn(draft), reasonOf(draft)]).toEqual([[], `Maybe ${look}? No.`, 'stop']);
  });

  test.each<[string, string, Event & { type: 'finish' }]>([
    ['that the model opened itself', '<think>Hm, and', { type: 'finish', reason: 'stop' }],
    ['that was closed, with nothing after it,', 'Hm.</think>\n', { type: 'finish', reason: 'stop' }],
    ['that a token limit ended', 'Hm, and', { type: 'finish', reason: 'length' }],
    ['that a failure ended', 'Hm, and', { type: 'finish', reason: 'failed', failure: { kind: 'bug' } }],
  ])('Reasoning %s is not used as the answer', (_, text, finish) => {
    const events = read(opened, [say(text)], [finish]);
    expect(thoughtsIn(events)).toMatch(/^Hm/);
    expect([textIn(events), callsIn(events)]).toEqual(['', []]);
  });
});

describe('A server that fails mid-text', () => {
  const failed: Event = { type: 'finish', reason: 'failed', failure: { kind: 'bug' } };

  test('A server that fails after only a marker or a held call emits nothing but the failure', () => {
    expect(read(native, [say('<tool_')], [failed])).toEqual([failed]);
    expect(read(inText, [say('<tool_')], [failed])).toEqual([failed]);
    expect(read(native, [say(look)], [failed])).toEqual([failed]);
  });

  test('A server that fails after some text emits all of it, including a partial marker', () => {
    expect(textIn(read(inText, [say('See: ')], [say('<tool_')], [failed]))).toBe('See: <tool_');
  });
});

describe('Calls that a model only mentions', () => {
  const outcome = (text: string): Message => ({
    role: 'tool',
    callId: 'a',
    name: 'look',
    content: [{ type: 'text', text }],
  });

  test.each([
    ['an example with text after it', `Write ${look} then.`],
    ['an example in a code fence', `Like this:\n\`\`\`xml\n${look}\n\`\`\``],
    ['a call in backticks', `Write \`${look}\``],
    ['a draft in reasoning that the prompt opened', `Hm, ${look}? No.\n</think>\n\nHello.`],
    ['a malformed call', 'Write <tool_call>{"name": "look", "arguments": and so on.'],
    ['a truncated call', 'Write <tool_call>{"name": "look", "arguments": {"at": "'],
    ['a JSON call in its own code fence', '```json\n{"name": "look", "arguments": {}}\n```\nThat is how.'],
  ])('With native calls, %s stays text, unchanged', (_, text) => {
    const plan = { ...native, understood: ['hermes', 'pure_json'] };
    for (const batches of [[[say(text)]], [...text].map((letter) => [say(letter)])]) {
      const events = read(plan, ...batches, [stop]);
      expect(callsIn(events)).toEqual([]);
      expect(textIn(events)).toBe(text);
      expect(reasonOf(events)).toBe('stop');
    }
  });

  test('With native calls, streaming continues after an example, and a call at the end of the text counts', () => {
    const reading = newReading(native);
    const told = (text: string) => textIn(reading.push([say(text)]));
    expect([told('Write '), told(look), told(' '), told('and so <'), told('b> on.')]).toEqual([
      'Write ',
      '',
      '',
      `${look} and so `,
      '<b> on.',
    ]);
    const end = [...reading.push([say(` Now ${look}`)]), ...reading.push([stop])];
    expect(textIn(end)).toBe(' Now ');
    expect(callsIn(end)).toHaveLength(1);
  });

  test('In a text format, a call at the end of unclosed reasoning counts, and other calls in reasoning are drafts', () => {
    const made = read(inText, [say(`<think>I need it.\n${look}`)], [stop]);
    expect([callsIn(made).map((call) => call.arguments), reasonOf(made)]).toEqual([['{"at":"x"}'], 'calls']);
    expect(callsIn(read(inText, [say(`<think>Maybe ${look}? No.`)], [stop]))).toEqual([]);
    expect(callsIn(read(inText, [say(`<think>Maybe ${look}</think>No.`)], [stop]))).toEqual([]);
    const cut: Event = { type: 'finish', reason: 'length' };
    expect(callsIn(read(inText, [say(`<think>I need it.\n${look}`)], [cut]))).toEqual([]);
  });

  test('With native calls, a call at the end of the text counts, unless the model must not call tools', () => {
    expect(callsIn(read(native, [say(`Let me see. ${look}\n`)], [stop]))).toHaveLength(1);
    expect(callsIn(newReading(native, { isMuted: true }).push([say(look), stop]))).toEqual([]);
  });

  test('A repeated tool result is not a call, in formats without markers and with native calls', () => {
    const bare = '{"name": "look", "arguments": {"at": "x"}}';
    for (const plan of [inText, native]) {
      const messages = [outcome(`A page: ${bare} <tool_call>${bare}</tool_call>`)];
      const text = plan === native ? `<tool_call>${bare}</tool_call>` : bare;
      const events = newReading(plan, { messages }).push([say(text), stop]);
      expect(callsIn(events)).toEqual([]);
      expect(textIn(events)).toContain(bare);
      expect(callsIn(newReading(plan, { messages: [outcome('A page.')] }).push([say(text), stop]))).toHaveLength(1);
    }
  });

  test('In a text format, text after a call ends the message, and later calls do not count', () => {
    const events = read(
      inText,
      [say(`${look}\n<tool_response>noon</tool_response> So ${look.replace('"x"', '"y"')}`)],
      [stop],
    );
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
  });

  test('If only one call is allowed, an example before it does not count as that call', () => {
    const text = `A call is ${look.replace('"x"', '"y"')} here. Now:\n${look}`;
    const events = newReading(native, { isSingle: true }).push([say(text), stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
  });

  test('With native calls, gpt-oss messages that the server left in the text are separated by their headers', () => {
    const oss: Plan = { ...native, understood: ['harmony', 'pure_json'] };
    const call = '<|start|>assistant<|channel|>commentary to=functions.look<|message|>{"at":"x"}<|call|>';
    const text = `<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>I look.<|end|>${call}`;
    for (const size of [1, 7, 1000]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) => [
        say(text.slice(at * size, (at + 1) * size)),
      ]);
      const events = read(oss, ...pieces, [stop]);
      expect([textIn(events), callsIn(events).map((each) => each.arguments)]).toEqual(['I look.', ['{"at":"x"}']]);
      expect(events.some(({ type }) => type === 'reasoning')).toBe(true);
    }
  });

  test('If only one call is allowed, a second call is left out with a notice', () => {
    const events = newReading(inText, { isSingle: true }).push([say(`${look}${look.replace('"x"', '"y"')}`), stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', message: expect.stringContaining('second call') }),
    );
  });
});

describe('Calls that arrive natively and as text', () => {
  const ids = (events: readonly Event[]) => callsIn(events).map(({ id }) => id);

  test('A call that arrives natively and as text counts once, whichever came first', () => {
    const args = '{ "at": "x" }';
    expect(ids(read(native, [say(look)], serverCall('a', args), [stop]))).toEqual(['a']);
    expect(ids(read(native, serverCall('a', args), [say(look)], [stop]))).toEqual(['a']);
    expect(ids(read(inText, [...serverCall('a', args), say(look), stop]))).toEqual(['a']);
  });

  test('A call that arrives natively and as text counts once, even if only one of them has typed numbers', () => {
    const typed = '{"n":20,"is":true}';
    const text = '<tool_call>{"name":"look","arguments":{"n":"20","is":"true"}}</tool_call>';
    expect(ids(read(native, serverCall('a', typed), [say(text)], [stop]))).toEqual(['a']);
    expect(ids(read(native, serverCall('a', typed), [say(text.replace('20', '21'))], [stop]))).toHaveLength(2);
  });

  test('A different call in the text counts too, after the native call', () => {
    const events = read(native, [say(look)], serverCall('a', '{"at":"y"}'), [stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"y"}', '{"at":"x"}']);
    expect(callsIn(read(native, serverCall('a', '{"at":"y"}'), [say(look)], [stop])).map(({ id }) => id)[0]).toBe('a');
  });

  test('Each native call removes only one repetition from the text, so a call that is made twice counts twice', () => {
    const args = '{"at":"x"}';
    expect(ids(read(native, [...serverCall('a', args), say(look + look), stop]))).toHaveLength(2);
    expect(ids(read(native, [...serverCall('a', args), ...serverCall('b', args), say(look), stop]))).toEqual([
      'a',
      'b',
    ]);
  });
});

proves('L3', 'The events of a step do not depend on how its text is split into pieces', () => {
  const fragment = fc.constantFrom(
    ...[look, look.slice(0, 30), '<tool_call>', '</tool_call>', '<function=say>', '</function>', '<think>', '</think>'],
    ...[
      '{"name":"say","arguments":{}}',
      'Hello',
      ' ',
      '\n',
      '{',
      '}',
      '"',
      '<',
      'ö',
      '👩‍🔬',
      '```json\n',
      '<|im_end|>',
    ],
  );
  const summary = (events: readonly Event[]) => ({
    text: textIn(events),
    reasoning: events.map((event) => (event.type === 'reasoning' ? event.text : '')).join(''),
    calls: callsIn(events).map((call) => ({ name: call.name, arguments: call.arguments })),
    reason: reasonOf(events),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(native, inText, { ...inText, startsInReasoning: true }),
      fc.array(fragment, { maxLength: 10 }),
      fc.array(fc.nat(200), { maxLength: 6 }),
      fc.constantFrom<'stop' | 'length'>('stop', 'length'),
      (plan, fragments, places, reason) => {
        const text = fragments.join('');
        const cuts = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
        const pieces = cuts.slice(1).map((cut, place) => say(text.slice(cuts[place], cut)));
        const finish: Event = { type: 'finish', reason };
        const whole = summary(read(plan, [say(text), finish]));
        expect(summary(read(plan, ...pieces.map((piece) => [piece]), [finish]))).toEqual(whole);
        expect(summary(read(plan, [...pieces, finish]))).toEqual(whole);
      },
    ),
    { numRuns: 500 },
  );
});
