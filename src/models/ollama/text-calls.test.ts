import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { TextCalls } from './text-calls.ts';

const names = new Set(['search', 'get_time', 'constructor']);

/** What came after each push, and at the end, and the calls. */
function read(pieces: readonly string[], known: ReadonlySet<string> = names) {
  const reader = new TextCalls(known);
  const told = pieces.map((piece) => {
    const events: Event[] = [];
    reader.push(piece, events);
    return events;
  });
  const last: Event[] = [];
  const calls = reader.end(last);
  return { batches: [...told, last].map(textOf), events: [...told.flat(), ...last], calls };
}

function textOf(events: readonly Event[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('');
}

/** The text that is told and the calls that are found, however it is cut. */
function outcome(content: string, known?: ReadonlySet<string>) {
  const whole = read([content], known);
  const cut = read([...content], known);
  expect([textOf(cut.events), cut.calls]).toEqual([textOf(whole.events), whole.calls]);
  return { text: textOf(whole.events), calls: whole.calls };
}

const search = '{"name": "search", "arguments": {"q": "a } ``` </tool_call> \\" ö"}}';
const searched = { name: 'search', arguments: { q: 'a } ``` </tool_call> " ö' } };
const time = '{"name":"get_time","arguments":{}}';
const timed = { name: 'get_time', arguments: {} };

describe('calls that a model wrote as text', () => {
  test.each<[string, string, readonly object[]]>([
    ['bare', search, [searched]],
    ['with white space around', `\n\n ${search}\n`, [searched]],
    ['pretty', JSON.stringify(searched, null, 4), [searched]],
    ['one behind the other', `${search}\n${time}`, [searched, timed]],
    ['a list', `[${search}, ${time}]`, [searched, timed]],
    ['in a fence', `\`\`\`json\n${search}\n\`\`\``, [searched]],
    ['in a fence in capitals', `\`\`\`JSON\n${search}\n\`\`\``, [searched]],
    ['in a fence with a capital', `\`\`\`Json\n${search}\n\`\`\``, [searched]],
    ['in a fence without a word', `\`\`\`\n${search}\n\`\`\`\n`, [searched]],
    ['in a fence that never ends', `\`\`\`json\n${search}`, [searched]],
    ['several in a fence', `\`\`\`json\n${search}\n${time}\n\`\`\``, [searched, timed]],
    ['in tags', `<tool_call>\n${search}\n</tool_call>`, [searched]],
    ['in tags, several', `<tool_call>${search}</tool_call><tool_call>${time}</tool_call>`, [searched, timed]],
    ['in a tag that never ends', `<tool_call>\n${search}\n`, [searched]],
    ['a name alone', '{"name":"get_time"}', [timed]],
    ['a name alone, in tags', '<tool_call>{"name": "get_time"}</tool_call>', [timed]],
    ['names alone, in a list', `[{"name":"get_time"},${search}]`, [timed, searched]],
    ['a name alone, in an envelope', '{"type":"function","function":{"name":"get_time"}}', [timed]],
    ['arguments that are null', '{"name":"get_time","arguments":null}', [timed]],
    ['arguments that are null, with an id', '{"id":"x","name":"get_time","arguments":null}', [timed]],
    ['parameters that are null', '{"name":"get_time","parameters":null}', [timed]],
    ['the other way round', '{"arguments": {}, "name": "get_time"}', [timed]],
    ['with parameters, as Llamas say', '{"name":"get_time","parameters":{}}', [timed]],
    ['in the envelope of an API', `{"type":"function","id":"x","function":${time}}`, [timed]],
    [
      'arguments as text',
      '{"name":"search","arguments":"{\\"q\\": 1.0}"}',
      [{ name: 'search', arguments: '{"q": 1.0}' }],
    ],
    ['a tool with an odd name', '{"name":"constructor","arguments":{}}', [{ name: 'constructor', arguments: {} }]],
  ])('%s', (_, content, calls) => {
    expect(outcome(content)).toEqual({ text: '', calls });
  });

  test('tagged ones behind prose: the prose is told', () => {
    const prose = 'I will look <b>that</b> up.\n';
    expect(outcome(`${prose}<tool_call>${search}</tool_call>`)).toEqual({ text: prose, calls: [searched] });
    const strange = 'A <tool_call> is a tag. ';
    expect(outcome(`${strange}<tool_call>${time}</tool_call>\n`)).toEqual({ text: strange, calls: [timed] });
  });

  test.each([
    ['prose', 'Hello {"name": "search"} there'],
    ['nothing', ''],
    ['white space', ' \n '],
    ['prose behind', `${search} is what I would call.`],
    ['prose before', `Here: ${search}`],
    ['a fence behind prose', `Here:\n\`\`\`json\n${search}\n\`\`\``],
    ['a fence with prose behind it', `\`\`\`json\n${search}\n\`\`\`\nThat is how.`],
    ['another fence', `\`\`\`python\n${search}\n\`\`\``],
    ['two fences', `\`\`\`json\n${search}\n\`\`\`\n\`\`\`json\n${time}\n\`\`\``],
    ['prose between tagged calls', `<tool_call>${search}</tool_call> and <tool_call>${time}</tool_call>`],
    ['a tag with nothing in it', '<tool_call></tool_call>'],
    ['a closing tag alone', `${search}</tool_call>`],
    ['a tool that was not declared', '{"name":"shell","arguments":{"rm":"-rf"}}'],
    ['one of two that was not declared', `[${search},{"name":"shell","arguments":{}}]`],
    ['a name alone that was not declared', '{"name":"shell"}'],
    ['a name with an id', '{"id":7,"name":"search"}'],
    ['a name with a type', '{"type":"x","name":"search"}'],
    ['tags in capitals', `<TOOL_CALL>${search}</TOOL_CALL>`],
    ['another fence in capitals', `\`\`\`PYTHON\n${search}\n\`\`\``],
    ['arguments that are no object', '{"name":"search","arguments":[1]}'],
    ['arguments that are no JSON', '{"name":"search","arguments":"x"}'],
    ['a declaration', '{"name":"search","description":"d","parameters":{"type":"object"}}'],
    ['other JSON', '{"city":"Paris","name":"search","arguments":{}}'],
    ['a list of nothing', '[]'],
    ['a link', '[search](https://x.test)'],
    ['half a call', search.slice(0, -1)],
    ['brackets that do not fit', '{"name":"search","arguments":{]}'],
    ['a tag that is none', '<tool_caller>'],
    ['half a tag', '<tool_ca'],
    ['half a fence', '``'],
    ['HTML', '<p>Hello</p>'],
    ['arguments too deep', `{"name":"search","arguments":{"a":${'['.repeat(500)}${']'.repeat(500)}}}`],
    ['prototypes', '{"__proto__":{"name":"search","arguments":{}}}'],
  ])('not %s', (_, content) => {
    expect(outcome(content)).toEqual({ text: content, calls: [] });
  });

  test('none where no tools were declared: then all is text at once', () => {
    expect(outcome(search, new Set())).toEqual({ text: search, calls: [] });
    expect(read(['{', '"name"'], new Set()).batches).toEqual(['{', '"name"', '']);
  });

  test('none behind a real call', () => {
    const reader = new TextCalls(names);
    const events: Event[] = [];
    reader.push(search.slice(0, 20), events);
    expect(events).toEqual([]);
    reader.settle(events);
    reader.push(search.slice(20), events);
    expect(reader.end(events)).toEqual([]);
    expect(textOf(events)).toBe(search);
    expect(reader.isPlain).toBe(true);
  });

  test('a notice says that they were read so', () => {
    const notices = (content: string) => read([content]).events.filter(({ type }) => type === 'notice');
    expect(notices(search)).toEqual([
      { type: 'notice', message: 'The model wrote a tool call as text; it was read as a call.' },
    ]);
    expect(notices(`${search}${time}`)).toEqual([
      { type: 'notice', message: 'The model wrote 2 tool calls as text; they were read as calls.' },
    ]);
    expect(notices('Hello')).toEqual([]);
  });
});

describe('what is held back', () => {
  test('only what may still become a call', () => {
    expect(read(['\n', 'Hel', 'lo <', 'tool', '_', 'x', ' {', '```json']).batches).toEqual([
      '',
      '\nHel',
      'lo ',
      '',
      '',
      '<tool_x',
      ' {',
      '```json',
      '',
    ]);
    expect(read(['[', '1', ']']).batches).toEqual(['', '', '[1]', '']);
    expect(read(['`', '`', '`', 'p', 'y']).batches).toEqual(['', '', '', '```p', 'y', '']);
    expect(read(['<', 'b', '>']).batches).toEqual(['', '<b', '>', '']);
  });

  test('other JSON no longer than it takes to see that', () => {
    const { batches } = read(Array.from(JSON.stringify({ answer: 'x'.repeat(1_000) })));
    expect(batches.findIndex((text) => text !== '')).toBeLessThan(70);
  });

  test('what follows a call no longer than to its first letter', () => {
    expect(read([`\`\`\`json\n${time}\n\`\`\`\n`, 'T', 'hat']).batches).toEqual([
      '',
      `\`\`\`json\n${time}\n\`\`\`\nT`,
      'hat',
      '',
    ]);
  });

  proves('L9', 'ollama: a call that never ends is text from its bound on', () => {
    const content = `{"name":"search","arguments":{"q":"${'x'.repeat(1024 * 1024)}`;
    const pieces = content.match(/.{1,1000}/g) ?? [];
    const { batches, calls, events } = read(pieces);
    expect(batches.findIndex((text) => text !== '') * 1_000).toBeLessThan(300_000);
    expect(calls).toEqual([]);
    expect(textOf(events)).toBe(content);
  });

  proves('L9', 'ollama: more calls than anybody makes are text, all of them', () => {
    const content = `<tool_call>${time}</tool_call>`.repeat(1_000);
    expect(outcome(content)).toEqual({ text: content, calls: [] });
  });

  proves('L9', 'ollama: a flood of beginnings is read in linear time, and told in one piece', () => {
    for (const piece of ['<tool_call>x', '{"name":1}<tool_call>', '[', '<', '```json\n', `<tool_call>${time}`]) {
      const content = piece.repeat(Math.ceil(2_000_000 / piece.length));
      const { events } = read([content]);
      expect(textOf(events)).toBe(content);
      expect(events.length).toBeLessThan(3);
    }
  });
});

proves('L3', 'ollama: however the text is cut, the same is told and found', () => {
  const fragment = fc.constantFrom(
    ...['{', '}', '[', ']', '"', '\\', ' ', '\n', ',', '```', '```json', '<', '>', 'x', 'ö', '👩‍🔬', '<think>'],
    ...['<tool_call>', '</tool_call>', '<tool', search, time, '{"name":"shell","arguments":{}}', '{"name"', 'Hello'],
  );
  const content = fc.array(fragment, { maxLength: 12 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(content, fc.array(fc.nat(200), { maxLength: 8 }), (text, places) => {
      const cuts = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length];
      const pieces = cuts.slice(1).map((cut, place) => text.slice(cuts[place], cut));
      const [whole, cut] = [read([text]), read(pieces)];
      expect([textOf(cut.events), cut.calls]).toEqual([textOf(whole.events), whole.calls]);
      if (whole.calls.length === 0) expect(textOf(whole.events)).toBe(text);
      else expect(text.startsWith(textOf(whole.events))).toBe(true);
    }),
    { numRuns: 3_000 },
  );
});
