import { expect, test } from 'vitest';
import type { Event, ExtraPlace } from '../../core/index.ts';
import { HeldText } from './held-text.ts';

const text = (piece: string): Event => ({ type: 'text', text: piece });
const extra = (at: ExtraPlace): Event => ({ type: 'extra', wire: 'chat', at, fields: { logprobs: {} } });

test('Fields about text that is kept back are kept back with it, and fields about the whole answer are not', () => {
  const held = new HeldText('all');
  const [choice, message] = [extra('choice'), extra('message')];
  expect(held.push([text('Let'), choice, message, extra('answer')])).toEqual([extra('answer')]);
  expect(held.release()).toEqual([text('Let'), choice, message]);
  expect(held.push([choice])).toEqual([choice]);
});

test('Fields alone do not count as kept text', () => {
  const held = new HeldText('all');
  held.push([extra('choice')]);
  expect(held.isHolding).toBe(false);
  held.push([text('Let')]);
  expect(held.isHolding).toBe(true);
});

test.each(['{', '['])('If only prose is kept back, text that begins with %s is shown as it arrives', (bracket) => {
  const held = new HeldText('prose');
  expect(held.push([text('\n'), text(' ')])).toEqual([]);
  expect(held.push([text(` ${bracket}`)])).toEqual([text('\n'), text(' '), text(` ${bracket}`)]);
  expect(held.push([text('1')])).toEqual([text('1')]);
});

test('Prose is kept back even if JSON follows', () => {
  const held = new HeldText('prose');
  expect(held.push([text('Look: '), text('{"a":1}')])).toEqual([]);
  expect(held.isHolding).toBe(true);
});

test('If all text is kept back, that includes JSON', () => {
  expect(new HeldText('all').push([text('{"a":1}')])).toEqual([]);
});
