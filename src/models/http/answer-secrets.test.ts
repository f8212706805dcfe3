import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import type { Event } from '../../core/index.ts';
import { createSecretFinder } from '../../log/index.ts';
import { AnswerSecrets } from './answer-secrets.ts';

const KEY = 'sk-live-0123456789abcdefXYZ';

const finish: Event = { type: 'finish', reason: 'stop' };
const text = (piece: string): Event => ({ type: 'text', text: piece });
const reasoning = (piece: string): Event => ({ type: 'reasoning', text: piece });
const args = (id: string, piece: string): Event => ({ type: 'call-args', id, text: piece });
const start = (id: string): Event => ({ type: 'call-start', id, name: 'send', owner: 'gateway' });
const call = (id: string): Event => ({ type: 'call', call: { id, name: 'send', arguments: '{}' }, owner: 'gateway' });

/** Returns the events without the secrets, each pushed on its own. */
function cleaned(events: readonly Event[], secrets: readonly string[] = [KEY]): readonly Event[] {
  const finder = createSecretFinder(secrets);
  if (finder === undefined) throw new Error('One of the secrets must be long.');
  const answer = new AnswerSecrets(finder);
  return events.flatMap((event) => answer.push([event]));
}

describe('the order of a cleaned answer', () => {
  test('Text that ends like the beginning of a secret comes before the call that follows', () => {
    const events = [text('See file'), text('s'), start('a'), args('a', '{}'), call('a'), finish];
    expect(cleaned(events)).toEqual(events);
  });

  test('Reasoning that ends like the beginning of a secret comes before the text that follows', () => {
    const state = { chat: { name: 'reasoning' } };
    const events: Event[] = [
      { ...reasoning('I think'), state } as Event,
      { ...reasoning(' s'), state } as Event,
      { type: 'reasoning-blocks', parts: [] },
      text('Answer.'),
      finish,
    ];
    expect(runsOf(cleaned(events))).toEqual(runsOf(events));
    expect(cleaned(events)[2]).toEqual({ type: 'reasoning', text: 's', state });
  });

  test('The last letters of the arguments come before their complete call', () => {
    const events = [start('a'), args('a', 'files'), call('a'), finish];
    expect(runsOf(cleaned(events))).toEqual(runsOf(events));
  });

  test('A notice or an additional field between two pieces of a text releases nothing', () => {
    const extra: Event = { type: 'extra', wire: 'chat', at: 'choice', fields: { logprobs: null } };
    const notice: Event = { type: 'notice', message: 'Note.' };
    expect(
      cleaned([text(KEY.slice(0, 9)), extra, text(KEY.slice(9, 15)), notice, text(KEY.slice(15)), finish]),
    ).toEqual([extra, notice, text('[redacted]'), finish]);
  });
});

describe('a secret that another stream interrupts', () => {
  proves(['L3', 'L10'], 'At most eight letters of the secret are shown, wherever it is interrupted', () => {
    const between = [[reasoning('Hm.')], [start('a'), args('a', '{}'), call('a')]];
    for (let place = 1; place < KEY.length; place++) {
      for (const interruption of between) {
        const events = [text(`Use ${KEY.slice(0, place)}`), ...interruption, text(`${KEY.slice(place)} now.`), finish];
        const shown = place <= 8 ? KEY.slice(0, place) : '';
        expect(joined(cleaned(events)).get('text')).toBe(`Use ${shown}[redacted] now.`);
      }
    }
  });

  proves(
    ['L3', 'L10'],
    'However streams are divided and mixed, no secret is left in any of them, and they keep their order',
    () => {
      const secrets = ['a'.repeat(16), 'ab'.repeat(8), 'aab'.repeat(6)];
      const parts = fc.constantFrom('a', 'b', 'aab', 'ab'.repeat(3), 'a'.repeat(7), 'aab'.repeat(6));
      fc.assert(
        fc.property(mixed(parts), (events) => {
          const output = cleaned(events, secrets);
          for (const whole of joined(output).values()) {
            for (const secret of secrets) expect(whole).not.toContain(secret);
          }
          const kinds = runsOf(events).map(([kind]) => kind);
          for (const [kind] of runsOf(output)) {
            expect(kinds).toContain(kind);
            kinds.splice(0, kinds.indexOf(kind) + 1);
          }
        }),
      );
    },
  );

  proves(
    ['L3', 'L10'],
    'Streams without a long part of a secret are complete and in order, however they are mixed',
    () => {
      fc.assert(
        fc.property(mixed(fc.constantFrom('s', 'k', '-', 'live', ' ', 'files', 'sk-')), (events) => {
          expect(runsOf(cleaned(events))).toEqual(runsOf(events));
        }),
      );
    },
  );
});

test('Unknown fields of the usage, the stop sequence and the explanation of an answer contain no secrets', () => {
  const usage = { promptTokens: 1, completionTokens: 2, extra: { chat: { note: `for ${KEY}` } } };
  const [event] = cleaned([{ type: 'finish', reason: 'refusal', explanation: KEY, stopSequence: KEY, usage }]);
  expect(event).toEqual({
    type: 'finish',
    reason: 'refusal',
    explanation: '[redacted]',
    stopSequence: '[redacted]',
    usage: { ...usage, extra: { chat: { note: 'for [redacted]' } } },
  });
});

/** Pieces of text, reasoning and the arguments of two calls, in any order, then the finish. */
function mixed(piece: fc.Arbitrary<string>): fc.Arbitrary<readonly Event[]> {
  const kinds = fc.constantFrom(text, reasoning, args.bind(null, 'a'), args.bind(null, 'b'));
  const run = fc.tuple(kinds, fc.array(piece, { minLength: 1 })).map(([kind, pieces]) => pieces.map(kind));
  return fc.array(run).map((runs) => [...runs.flat(), finish]);
}

/** Returns the joined texts of the pieces that follow each other in one stream, and all other events, in order. */
function runsOf(events: readonly Event[]): [kind: string, text: string][] {
  const runs: [string, string][] = [];
  for (const event of events) {
    const kind = 'id' in event ? `${event.type} ${event.id}` : event.type;
    const last = runs.at(-1);
    const piece = 'text' in event ? event.text : '';
    if (last?.[0] === kind) last[1] += piece;
    else runs.push([kind, piece]);
  }
  return runs;
}

/** Returns each stream as a client joins it. */
function joined(events: readonly Event[]): Map<string, string> {
  const streams = new Map<string, string>();
  for (const [kind, piece] of runsOf(events)) streams.set(kind, (streams.get(kind) ?? '') + piece);
  return streams;
}
