import { describe, expect, test } from 'vitest';
import { createReader, formats, type ReaderEvent } from '../../src/formats/index.ts';
import { proves } from '../requirements.ts';
import { type FormatCase, toolsOf } from './cases/case.ts';
import { cases } from './cases/index.ts';
import { joined } from './joined.ts';

for (const [format, list] of cases) {
  describe(`The cases of the format ${format}`, () => {
    test('There are at least ten cases, and each has a unique name', () => {
      expect(list.length).toBeGreaterThanOrEqual(10);
      expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
    });

    for (const wanted of list) {
      const check = wanted.isWrong === undefined ? test : test.fails;
      check(wanted.name, () => {
        expectCase(read(wanted, [format], [wanted.text]), wanted);
      });
    }

    proves('L3', `Every chunking of a ${format} text gives the same events`, () => {
      for (const wanted of list) {
        const whole = read(wanted, [format], [wanted.text]);
        expectSound(whole, wanted);
        const events = JSON.stringify(joined(whole));
        for (const chunks of chunkings(wanted.text)) {
          const cut = joined(read(wanted, [format], chunks));
          if (JSON.stringify(cut) !== events)
            expect(cut, `${wanted.name}: ${JSON.stringify(chunks)}`).toEqual(joined(whole));
        }
      }
    });

    const marked = list.filter((wanted) => isMarked(wanted, format));
    const shared = marked.filter(({ alone, isWrong }) => alone === undefined && isWrong === undefined);
    test('The calls are the same if every format is enabled', () => {
      for (const wanted of shared) {
        const calls = callsOf(read(wanted, [format, ...everyFormat], [wanted.text]));
        expect(calls, wanted.name).toEqual(wanted.calls.map(withoutId));
      }
    });

    for (const wanted of marked.filter(({ alone }) => alone !== undefined)) {
      test(`${wanted.name}: the calls differ if every format is enabled, because ${wanted.alone}`, () => {
        const calls = callsOf(read(wanted, [format, ...everyFormat], [wanted.text]));
        expect(calls).not.toEqual(wanted.calls.map(withoutId));
      });
    }
  });
}

test.for(formats.map(({ id }) => id))('The format %s has cases', (id) => {
  expect([...cases.keys()]).toContain(id);
});

const everyFormat = formats.map(({ id }) => id);

function read(wanted: FormatCase, names: readonly string[], chunks: Iterable<string>): readonly ReaderEvent[] {
  const reader = createReader({ formats: wanted.formats ?? names, tools: toolsOf(wanted), ...wanted.options });
  const events: ReaderEvent[] = [];
  for (const chunk of chunks) events.push(...reader.push(chunk));
  return [...events, ...reader.end()];
}

function expectCase(events: readonly ReaderEvent[], wanted: FormatCase): void {
  expect({
    say: textOf(events, 'text'),
    think: textOf(events, 'reasoning'),
    calls: callsOf(events),
    notices: events.filter((event) => event.type === 'notice').map(({ code }) => code),
  }).toEqual({
    say: wanted.say ?? '',
    think: wanted.think ?? '',
    calls: wanted.calls.map(withoutId),
    notices: wanted.notices ?? [],
  });
  const calls = events.filter((event) => event.type === 'call');
  if (wanted.isOpenEnded === true) expect(calls.at(-1)?.isOpenEnded).toBe(true);
  for (const [place, { id }] of wanted.calls.entries()) if (id !== undefined) expect(calls[place]?.id).toBe(id);
  for (const [place, text] of (wanted.argumentsText ?? []).entries()) {
    if (text !== undefined) expect(calls[place]?.argumentsText).toBe(text);
  }
}

function textOf(events: readonly ReaderEvent[], type: 'text' | 'reasoning'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

interface NamedCall {
  readonly name: string;
  readonly arguments: unknown;
}

function callsOf(events: readonly ReaderEvent[]): readonly NamedCall[] {
  return events.filter((event) => event.type === 'call').map(withoutId);
}

function withoutId(call: NamedCall): NamedCall {
  return { name: call.name, arguments: call.arguments };
}

/**
 * Checks the rules for all events: each call starts once, then gets arguments, then ends once, with a `call` event or with a
 * notice that contains its text.
 */
function expectSound(events: readonly ReaderEvent[], { name, text }: FormatCase): void {
  const starts = events.filter((event) => event.type === 'call-start');
  expect(
    starts.map(({ index }) => index),
    name,
  ).toEqual(starts.map((_, place) => place));
  expect(new Set(starts.map(({ id }) => id)).size, name).toBe(starts.length);
  for (const { index, id, name: tool } of starts) {
    const own = events.filter((event) => 'index' in event && event.index === index);
    const ends = own.filter(
      (event) =>
        event.type === 'call' ||
        (event.type === 'notice' && (event.code === 'malformed' || event.code === 'incomplete')),
    );
    const [end] = ends;
    expect(ends.length, `${name}: number of ends of the call of ${tool}`).toBe(1);
    expect(own.at(0)?.type, name).toBe('call-start');
    expect(own.at(-1), name).toBe(end);
    const json = own.map((event) => (event.type === 'call-args' ? event.text : '')).join('');
    if (end?.type === 'call') {
      expect(end, name).toMatchObject({ id, name: tool, argumentsText: json });
      expect(JSON.parse(json), name).toEqual(end.arguments);
    } else if (end?.type === 'notice') {
      expect(end.text ?? '', name).not.toBe('');
      expect(text, name).toContain(end.text);
    }
  }
}

/** Yields every split into two chunks, then chunks of one, two, three and seven characters. */
function* chunkings(text: string): Iterable<readonly string[]> {
  for (let at = 1; at < text.length; at++) yield [text.slice(0, at), text.slice(at)];
  for (const size of [1, 2, 3, 7]) {
    yield Array.from({ length: Math.ceil(text.length / size) }, (_, place) =>
      text.slice(place * size, (place + 1) * size),
    );
  }
}

/**
 * True if the text contains a marker of its format and the tools are known. Without both, other formats may read the text
 * differently.
 */
function isMarked({ text, tools, formats: own }: FormatCase, id: string): boolean {
  const format = formats.find((known) => known.id === id);
  if (format === undefined || own !== undefined || tools === 'open') return false;
  const marks = [...format.open, ...(format.section?.open ?? []), ...(format.header?.open ?? [])];
  return marks.some((mark) => text.includes(mark));
}
