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

describe('what passes', () => {
  test.each([native, inText])('a batch of plain text is the batch itself, told $format', (plan) => {
    const reading = newReading(plan);
    reading.push([say('Hello')]);
    const batches = [[say(' there'), say(', all')], [say(' of you.')], [{ type: 'reasoning', text: 'hm' } as const]];
    for (const batch of batches) expect(reading.push(batch)).toBe(batch);
  });

  test('nothing is read where nothing can be found', () => {
    for (const plan of [
      { ...native, understood: [] },
      { ...native, visible: [] },
    ]) {
      const reading = newReading(plan);
      const batch = [say(look), stop];
      expect(reading.push(batch)).toBe(batch);
    }
  });

  test('what was held back is told before the finish', () => {
    const events = read(native, [say('Look: <tool')], [say('_')], [stop]);
    expect(textIn(events)).toBe('Look: <tool_');
    expect(events.at(-1)).toBe(stop);
  });
});

describe('calls', () => {
  test('are told as a backend tells them, with ids of nine letters', () => {
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

  test('stand behind the text before them; what a model makes up behind them is left out, and said', () => {
    const events = read(inText, [say(`Before. ${look} It is noon.`)], [stop]);
    const told = events.filter(({ type }) => type === 'text' || type === 'call' || type === 'notice');
    expect(told.map(({ type }) => type)).toEqual(['text', 'call', 'notice']);
    expect(told).toContainEqual({ type: 'notice', message: 'text behind the calls is left out' });
    expect(reasonOf(events)).toBe('calls');
  });

  test.each<[Event & { type: 'finish' }, string, string]>([
    [{ type: 'finish', reason: 'length' }, look, 'calls'],
    [{ type: 'finish', reason: 'length' }, `${look} And then I w`, 'length'],
    [{ type: 'finish', reason: 'length' }, look.slice(0, 45), 'length'],
    [{ type: 'finish', reason: 'stop' }, look.slice(0, 45), 'length'],
    [{ type: 'finish', reason: 'stop' }, `${look}${look.slice(0, 45)}`, 'length'],
    [{ type: 'finish', reason: 'filtered' }, look, 'filtered'],
    [{ type: 'finish', reason: 'stop' }, 'No call.', 'stop'],
  ])('%j behind %j is %s', (finish, text, reason) => {
    expect(reasonOf(read(inText, [say(text)], [finish]))).toBe(reason);
  });

  test('one that only the end of the text has ended is whole unless a limit did that', () => {
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

  test('a failure stays one, with whatever was told', () => {
    const failed: Event = { type: 'finish', reason: 'failed', failure: { kind: 'bug' } };
    expect(read(inText, [say(look)], [failed]).at(-1)).toBe(failed);
  });

  test('one that cannot be read has arguments that nobody takes for whole', () => {
    const mended = '<tool_call>{"name":"look","arguments":{"at": 1,}}</tool_call>'; // reads well, but fits no schema
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

describe('what cannot be read', () => {
  const text = '<tool_call>{"name":"look","arguments":{"at": 20, "from": }}}}]</tool_call>';
  const theirs: Plan = { ...inText, visible: tools.map((tool) => ({ ...tool, owner: 'client' })) };

  test('goes to the executor as the model wrote it, from its arguments on', () => {
    const [call] = callsIn(read(inText, [say(text)], [stop]));
    expect(call?.arguments).toContain('{"at": 20, "from": }}}}]');
    expect(call?.arguments).not.toContain('"name"');
  });

  test('goes to a client as it was told while it came', () => {
    const events = read(theirs, ...[...text].map((letter) => [say(letter)]), [stop]);
    const told = events.map((event) => (event.type === 'call-args' ? event.text : '')).join('');
    expect(callsIn(events)[0]?.arguments).toBe(told);
    expect(() => JSON.parse(told)).toThrow();
  });

  test('is told the log at info, and so is what breaks off; what was mended is not', () => {
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

describe('a model whose template opens its thoughts', () => {
  const opened: Plan = { ...inText, startsInReasoning: true };
  const hermes: Plan = { ...opened, understood: ['hermes'] };
  const thoughtsIn = (events: readonly Event[]) =>
    events.map((event) => (event.type === 'reasoning' ? event.text : '')).join('');
  const noticesIn = (events: readonly Event[]) => events.filter(({ type }) => type === 'notice');

  test('begins among them, up to the marker that closes them', () => {
    const events = read(opened, [say('Let me think.\n</th')], [say('ink>\n\nHello.')], [stop]);
    expect([thoughtsIn(events).trim(), textIn(events)]).toEqual(['Let me think.', 'Hello.']);
    expect(noticesIn(events)).toEqual([]);
  });

  test('drafts a call there, and makes another', () => {
    const events = read(hermes, [say(`Hm, ${look}?\n</think>\n${look.replace('"x"', '"y"')}`)], [stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"y"}']);
    expect(reasonOf(events)).toBe('calls');
  });

  test('does not where the server tells thoughts by itself', () => {
    const events = read(opened, [{ type: 'reasoning', text: 'Hm.' }], [say('Hello.')], [stop]);
    expect([thoughtsIn(events), textIn(events)]).toEqual(['Hm.', 'Hello.']);
  });

  test('does not natively: there they are the server’s to tell apart', () => {
    expect(textIn(read({ ...native, startsInReasoning: true }, [say('Hello.')], [stop]))).toBe('Hello.');
  });

  test('that closes nothing has answered: all of it is told as the answer too, and a notice says so', () => {
    const events = read(opened, [say('It is ')], [say('noon.')], [stop]);
    expect([thoughtsIn(events), textIn(events)]).toEqual(['It is noon.', 'It is noon.']);
    expect(noticesIn(events)).toMatchObject([{ message: expect.stringContaining('closed no thoughts') }]);
    expect(reasonOf(events)).toBe('stop');
  });

  test('that closes nothing and ends in a call has made it; one among words was a draft', () => {
    const made = read(hermes, [say(`I look.\n${look}`)], [stop]);
    expect(callsIn(made).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
    expect([textIn(made), reasonOf(made)]).toEqual(['I look.', 'calls']);
    const draft = read(hermes, [say(`Maybe ${look}? No.`)], [stop]);
    expect([callsIn(draft), textIn(draft), reasonOf(draft)]).toEqual([[], `Maybe ${look}? No.`, 'stop']);
  });

  test.each<[string, string, Event & { type: 'finish' }]>([
    ['opened by the model itself', '<think>Hm, and', { type: 'finish', reason: 'stop' }],
    ['closed, with nothing behind them', 'Hm.</think>\n', { type: 'finish', reason: 'stop' }],
    ['ended by a limit', 'Hm, and', { type: 'finish', reason: 'length' }],
    ['broken off by a failure', 'Hm, and', { type: 'finish', reason: 'failed', failure: { kind: 'bug' } }],
  ])('thoughts %s are no answer', (_, text, finish) => {
    const events = read(opened, [say(text)], [finish]);
    expect(thoughtsIn(events)).toMatch(/^Hm/);
    expect([textIn(events), callsIn(events)]).toEqual(['', []]);
  });
});

describe('a server that fails', () => {
  const failed: Event = { type: 'finish', reason: 'failed', failure: { kind: 'bug' } };

  test('behind half a marker, and nothing else, has said nothing', () => {
    expect(read(native, [say('<tool_')], [failed])).toEqual([failed]);
    expect(read(inText, [say('<tool_')], [failed])).toEqual([failed]);
    expect(read(native, [say(look)], [failed])).toEqual([failed]);
  });

  test('behind words has said all of them', () => {
    expect(textIn(read(inText, [say('See: ')], [say('<tool_')], [failed]))).toBe('See: <tool_');
  });
});

describe('what a model only speaks of', () => {
  const outcome = (text: string): Message => ({
    role: 'tool',
    callId: 'a',
    name: 'look',
    content: [{ type: 'text', text }],
  });

  test.each([
    ['an example with words behind it', `Write ${look} then.`],
    ['an example in a fence', `Like this:\n\`\`\`xml\n${look}\n\`\`\``],
    ['one in backticks', `Write \`${look}\``],
    ['a draft among thoughts that the prompt opened', `Hm, ${look}? No.\n</think>\n\nHello.`],
    ['one that cannot be read', 'Write <tool_call>{"name": "look", "arguments": and so on.'],
    ['one that breaks off', 'Write <tool_call>{"name": "look", "arguments": {"at": "'],
    ['one in a fence of its own', '```json\n{"name": "look", "arguments": {}}\n```\nThat is how.'],
  ])('natively, %s stays text, every letter of it', (_, text) => {
    const plan = { ...native, understood: ['hermes', 'pure_json'] };
    for (const batches of [[[say(text)]], [...text].map((letter) => [say(letter)])]) {
      const events = read(plan, ...batches, [stop]);
      expect(callsIn(events)).toEqual([]);
      expect(textIn(events)).toBe(text);
      expect(reasonOf(events)).toBe('stop');
    }
  });

  test('natively, the answer goes on as it comes behind an example, and a call at its end still counts', () => {
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

  test('in text, thoughts that never end but in a call have made it; others in them are drafts', () => {
    const made = read(inText, [say(`<think>I need it.\n${look}`)], [stop]);
    expect([callsIn(made).map((call) => call.arguments), reasonOf(made)]).toEqual([['{"at":"x"}'], 'calls']);
    expect(callsIn(read(inText, [say(`<think>Maybe ${look}? No.`)], [stop]))).toEqual([]);
    expect(callsIn(read(inText, [say(`<think>Maybe ${look}</think>No.`)], [stop]))).toEqual([]);
    const cut: Event = { type: 'finish', reason: 'length' };
    expect(callsIn(read(inText, [say(`<think>I need it.\n${look}`)], [cut]))).toEqual([]);
  });

  test('natively, a call at the end counts, whatever was said before it', () => {
    expect(callsIn(read(native, [say(`Let me see. ${look}\n`)], [stop]))).toHaveLength(1);
    expect(callsIn(newReading(native, { isMuted: true }).push([say(look), stop]))).toEqual([]);
  });

  test('what a tool said is no call when the model repeats it, in formats whose text cannot be broken', () => {
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

  test('in text, words behind a call end the message: what is called behind them is made up too', () => {
    const events = read(
      inText,
      [say(`${look}\n<tool_response>noon</tool_response> So ${look.replace('"x"', '"y"')}`)],
      [stop],
    );
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
  });

  test('one call at a time is one, whatever was spoken of before it', () => {
    const text = `A call is ${look.replace('"x"', '"y"')} here. Now:\n${look}`;
    const events = newReading(native, { isSingle: true }).push([say(text), stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
  });

  test('natively, messages of gpt-oss that its server left in the text are told apart by their headers', () => {
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

  test('one call at a time is one, where that was asked for', () => {
    const events = newReading(inText, { isSingle: true }).push([say(`${look}${look.replace('"x"', '"y"')}`), stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"x"}']);
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'notice', message: expect.stringContaining('second call') }),
    );
  });
});

describe('calls in both ways', () => {
  const ids = (events: readonly Event[]) => callsIn(events).map(({ id }) => id);

  test('the same one counts once, whichever came first', () => {
    const args = '{ "at": "x" }';
    expect(ids(read(native, [say(look)], serverCall('a', args), [stop]))).toEqual(['a']);
    expect(ids(read(native, serverCall('a', args), [say(look)], [stop]))).toEqual(['a']);
    expect(ids(read(inText, [...serverCall('a', args), say(look), stop]))).toEqual(['a']);
  });

  test('the same one counts once, whichever of both has typed its numbers', () => {
    const typed = '{"n":20,"is":true}';
    const text = '<tool_call>{"name":"look","arguments":{"n":"20","is":"true"}}</tool_call>';
    expect(ids(read(native, serverCall('a', typed), [say(text)], [stop]))).toEqual(['a']);
    expect(ids(read(native, serverCall('a', typed), [say(text.replace('20', '21'))], [stop]))).toHaveLength(2);
  });

  test("another one counts too, behind the server's own", () => {
    const events = read(native, [say(look)], serverCall('a', '{"at":"y"}'), [stop]);
    expect(callsIn(events).map((call) => call.arguments)).toEqual(['{"at":"y"}', '{"at":"x"}']);
    expect(callsIn(read(native, serverCall('a', '{"at":"y"}'), [say(look)], [stop])).map(({ id }) => id)[0]).toBe('a');
  });

  test('each answers for one repetition: what was asked for twice is made twice', () => {
    const args = '{"at":"x"}';
    expect(ids(read(native, [...serverCall('a', args), say(look + look), stop]))).toHaveLength(2);
    expect(ids(read(native, [...serverCall('a', args), ...serverCall('b', args), say(look), stop]))).toEqual([
      'a',
      'b',
    ]);
  });
});

proves('L3', 'however the text of a step is cut, the same is told', () => {
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
