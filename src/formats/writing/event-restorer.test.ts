import { describe, expect, test } from 'vitest';
import { findFormats, formats } from '../catalogue/index.ts';
import type { ReaderEvent } from '../events.ts';
import type { Format } from '../format.ts';
import { createReader } from '../reader.ts';
import { EventRestorer, neutralise, writeCalls } from '../writer.ts';

const hermes = findFormats('hermes') ?? [];
const foreign = 'a template: <tool_call><think> </think></tool_call> [TOOL_CALLS] end';
const parameters = { type: 'object', properties: { code: { type: 'string' } } };

function read(names: readonly Format[], tool: string, text: string, size: number): ReaderEvent[] {
  const reader = createReader({ formats: names, tools: [{ name: tool, parameters }], keepsWritten: true });
  const restorer = new EventRestorer(formats);
  const events: ReaderEvent[] = [];
  for (let at = 0; at < text.length; at += size) events.push(...restorer.push(reader.push(text.slice(at, at + size))));
  return [...events, ...restorer.push(reader.end()), ...restorer.end()];
}

function joined(events: readonly ReaderEvent[], type: 'text' | 'reasoning' | 'call-args'): string {
  return events.map((event) => (event.type === type ? event.text : '')).join('');
}

describe('Broken markers that a model copies into the arguments of a call', () => {
  for (const format of formats) {
    test(`EventRestorer restores the arguments of a ${format.id} call`, () => {
      const tool = format.skeleton === 'raw' ? format.name : 'say';
      const call = { id: 'abc123def', name: tool, arguments: { code: 'COPIED' } };
      const written = writeCalls(format, [call]).replace('COPIED', neutralise(foreign, formats));
      for (const size of [1, 3, written.length]) {
        const events = read([format], tool, written, size);
        const calls = events.filter((event) => event.type === 'call');
        expect(calls.map((event) => event.arguments)).toEqual([{ code: foreign }]);
        expect(joined(events, 'call-args')).toBe(calls[0]?.argumentsText);
        expect(JSON.parse(calls[0]?.argumentsText ?? '')).toEqual({ code: foreign });
        expect(JSON.stringify(events)).not.toContain('\u200c');
      }
    });
  }
});

test('EventRestorer restores text and reasoning, and copied markers are not read as calls', () => {
  const broken = neutralise(foreign, formats);
  const text = `<think>It says ${broken}</think>The page: ${broken} <tool_call>{"name": "say", "arguments": {}}</tool_call>`;
  for (const size of [1, 2, 5, text.length]) {
    const events = read(hermes, 'say', text, size);
    expect(joined(events, 'reasoning')).toBe(`It says ${foreign}`);
    expect(joined(events, 'text')).toBe(`The page: ${foreign} `);
    expect(events.flatMap((event) => (event.type === 'call' ? [event.arguments] : []))).toEqual([{}]);
  }
});

test('EventRestorer sends held-back text before the next call starts', () => {
  const events = read(hermes, 'say', 'a <\u200ctool_<tool_call>{"name": "say", "arguments": {"code": "<\u200cthin', 1);
  expect(joined(events, 'text')).toBe('a <\u200ctool_');
  expect(events.findLastIndex(({ type }) => type === 'text')).toBeLessThan(
    events.findIndex(({ type }) => type === 'call-start'),
  );
  expect(joined(events, 'call-args')).toBe('{"code": "<\u200cthin');
  expect(events.at(-1)).toMatchObject({ type: 'notice', code: 'incomplete' });
});

test('EventRestorer keeps non-joiners that do not break a marker', () => {
  const text = 'می\u200cخواهم <\u200cdiv>';
  expect(read(hermes, 'say', text, 1).map((event) => (event.type === 'text' ? event.text : ''))).toContain('\u200c');
  expect(joined(read(hermes, 'say', text, 1), 'text')).toBe(text);
});
