import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { type Event, type FinishReason, type Plan, silentLog, type VisibleTool } from '../../core/index.ts';
import { formats, writeCalls } from '../../formats/index.ts';
import { FormatReading } from './format-reading.ts';

const properties = { at: { type: 'string' } };
const tools = ['look', 'say'].map(
  (name): VisibleTool => ({
    name,
    wireName: name,
    owner: 'gateway',
    description: 'd',
    parameters: { type: 'object', properties },
  }),
);
const told = formats.filter(({ id }) => id !== 'code_mode').map((format) => ({ format, id: format.id }));

describe.each(told)('A token limit in calls of the format $id', ({ format, id }) => {
  const plan: Plan = {
    source: 'gateway',
    isMixed: false,
    visible: tools,
    format: id,
    understood: [id],
    decisions: [],
    callable: [],
    finds: [],
  };
  const call = (name: string, at: string) => ({ id: 'abcdefghi', name, arguments: { at } });
  const one = writeCalls(format, [call('look', 'x')]);
  const two = writeCalls(format, [call('look', 'x'), call('say', 'y')]);

  function read(text: string, reason: FinishReason) {
    const reading = new FormatReading({
      plan,
      isMuted: false,
      isSingle: false,
      messages: [],
      log: silentLog,
      turn: 't',
    });
    const events = reading.push([{ type: 'text', text } satisfies Event, { type: 'finish', reason }]);
    const last = events.at(-1);
    return {
      calls: events.filter(({ type }) => type === 'call').length,
      reason: last?.type === 'finish' ? last.reason : 'none',
    };
  }

  test('A token limit right after the last call does not truncate it', () => {
    const whole = id === 'gigachat3' ? `${two}</s>` : two; // the only marker that closes its calls
    expect(read(whole, 'length')).toEqual({ calls: 2, reason: 'calls' });
    expect(read(`${whole}\n`, 'length')).toEqual({ calls: 2, reason: 'calls' });
  });

  proves(
    'L8',
    `${id}: if a token limit truncates a text with two calls, one call runs only if the text is exactly that call`,
    () => {
      for (let end = 1; end < two.length; end++) {
        const text = two.slice(0, end);
        const { calls, reason } = read(text, 'length');
        if (reason === 'calls' && calls < 2) expect(text.trim()).toBe(one.trim());
      }
    },
  );
});
