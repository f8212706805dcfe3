import fc from 'fast-check';
import { expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Message, Part } from '../../core/index.ts';
import { meet } from '../history/transcript.ts';
import { mediaAfterOutcomes } from './media.ts';
import { RefusedMedia } from './refused-media.ts';

const image = (data: string): Part => ({ type: 'image', mimeType: 'image/png', data });
const text = (words: string): Part => ({ type: 'text', text: words });

/** A step of a transcript: an assistant message with calls and their results, or a message of the user. */
const anyStep: fc.Arbitrary<readonly Message[]> = fc.oneof(
  fc.constant<readonly Message[]>([{ role: 'user', content: [text('question')] }]),
  fc.constant<readonly Message[]>([{ role: 'assistant', content: [text('answer')], calls: [] }]),
  fc
    .array(fc.array(fc.oneof(fc.constant(text('words')), fc.constant(image('AAAA'))), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    })
    .map((results): readonly Message[] => [
      {
        role: 'assistant',
        content: [],
        calls: results.map((_, at) => ({ id: `call_${at}`, name: `tool_${at}`, arguments: '{}' })),
      },
      ...results.map((content, at): Message => ({ role: 'tool', callId: `call_${at}`, content, isError: false })),
    ]),
);

const anyTranscript = fc.array(anyStep, { maxLength: 8 });

test('Moved media keep every result right behind its call, and no result contains media', () => {
  fc.assert(
    fc.property(anyTranscript, (steps) => {
      const given = steps.flat();
      const placed = mediaAfterOutcomes(given);
      expect(placed.flatMap(({ role, content }) => (role === 'tool' ? content : [])).every(isWords)).toBe(true);
      const count = (messages: readonly Message[]) =>
        messages.flatMap(({ content }) => content).filter(({ type }) => type === 'image').length;
      expect(count(placed)).toBe(count(given));
      for (const [at, message] of placed.entries()) {
        if (message.role !== 'assistant') continue;
        const followers = placed.slice(at + 1, at + 1 + message.calls.length);
        expect(followers.map((each) => each.role === 'tool' && each.callId)).toEqual(message.calls.map(({ id }) => id));
      }
    }),
  );
});

proves('L6', 'A longer transcript begins with the same messages, so that a cached prefix with media holds', () => {
  fc.assert(
    fc.property(anyTranscript, fc.nat(8), (steps, count) => {
      const before = mediaAfterOutcomes(steps.slice(0, count).flat());
      const after = mediaAfterOutcomes(steps.flat());
      expect(after.slice(0, before.length)).toEqual(before);
    }),
  );
});

test('The demands of a provider hold for messages with moved media', () => {
  const demands = { alternatingRoles: true, answerAfterOutcomes: true };
  fc.assert(
    fc.property(anyTranscript, (steps) => {
      const met = meet(mediaAfterOutcomes(meet(steps.flat(), demands)), demands);
      for (const [at, { role }] of met.entries()) {
        if (role !== 'user') continue;
        expect(met[at + 1]?.role).not.toBe('user');
        expect(met[at - 1]?.role).not.toBe('tool');
      }
    }),
  );
});

test('A refusal of an image holds for one model and one image', () => {
  const refused = new RefusedMedia();
  refused.add('a', new Set([image('AAAA')]));
  expect(refused.has('a', image('AAAA'))).toBe(true);
  expect(refused.has('b', image('AAAA'))).toBe(false);
  expect(refused.has('a', image('BBBB'))).toBe(false);
});

function isWords({ type }: Part): boolean {
  return type === 'text';
}
