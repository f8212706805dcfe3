import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { createSecretFinder, type SecretFinder } from '../../log/index.ts';
import { RelayedEvents } from './relayed-events.ts';

const KEY = 'sk-live-0123456789abcdefXYZ';
const DONE = 'data: [DONE]\n\n';

function finderOf(...secrets: string[]): SecretFinder {
  const finder = createSecretFinder(secrets);
  if (finder === undefined) throw new Error('One of the secrets must be long.');
  return finder;
}

function cleaned(pieces: readonly string[], finder = finderOf(KEY)): string {
  const events = new RelayedEvents(finder);
  return pieces.map((piece) => events.push(piece)).join('') + events.end();
}

const piece = (text: string, index = 0, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'text_completion', choices: [{ index, text, finish_reason: finish }] })}\n\n`;

/** Returns the joined text of each choice. */
function textsOf(stream: string): Record<number, string> {
  const texts: Record<number, string> = {};
  for (const [, data = ''] of stream.matchAll(/^data: (\{.*\})$/gm)) {
    for (const { index, text } of JSON.parse(data).choices) texts[index] = (texts[index] ?? '') + text;
  }
  return texts;
}

describe('the events of a completion that is passed on', () => {
  proves(['L3', 'L10'], 'A key that several events divide is removed from the joined text', () => {
    for (let place = 1; place < KEY.length; place++) {
      const stream = [
        piece('It is '),
        piece(KEY.slice(0, place)),
        piece(KEY.slice(place)),
        piece('.', 0, 'stop'),
        DONE,
      ];
      expect(textsOf(cleaned(stream))).toEqual({ 0: 'It is [redacted].' });
    }
  });

  proves(
    ['L3', 'L10'],
    'However the texts of choices are divided and mixed, each is joined without its secrets',
    () => {
      const finder = finderOf('a'.repeat(16), 'ab'.repeat(8));
      const text = fc.constantFrom('a', 'b', 'ab'.repeat(3), 'a'.repeat(7), 'a'.repeat(16), 'é"\n');
      const pieces = fc.array(fc.tuple(text, fc.nat(2)), { minLength: 1 });
      fc.assert(
        fc.property(pieces, fc.boolean(), fc.integer({ min: 1, max: 50 }), (given, isDone, size) => {
          const stream = given.map(([text, index]) => piece(text, index)).join('') + (isDone ? DONE : '');
          const chunks = Array.from({ length: Math.ceil(stream.length / size) }, (_, n) =>
            stream.slice(n * size, (n + 1) * size),
          );
          const expected = Object.entries(textsOf(stream)).map(([index, text]) => [index, finder.hide(text)]);
          const output = cleaned(chunks, finder);
          expect(textsOf(output)).toEqual(Object.fromEntries(expected));
          expect(output.endsWith(DONE)).toBe(isDone);
        }),
      );
    },
  );

  test('Text that is held back comes with the finish of its choice, also if that event has no text', () => {
    const end = (text: object) =>
      `data: ${JSON.stringify({ choices: [{ index: 0, ...text, finish_reason: 'stop' }] })}\n\n`;
    expect(cleaned([piece('file'), piece('s'), end({})])).toBe(
      piece('file') + piece('') + end({}).replace('}]}', ',"text":"s"}]}'),
    );
    expect(textsOf(cleaned([piece('file'), piece('s'), end({ text: '' })]))).toEqual({ 0: 'files' });
  });

  test('Text that is held back comes before the mark of the end', () => {
    const output = cleaned([piece('files'), 'data: {"choices":[],"usage":{"total_tokens":3}}\n\n', DONE]);
    expect(textsOf(output)).toEqual({ 0: 'files' });
    expect(output).toMatch(/"text":"s".*\n\ndata: \[DONE\]\n\n$/);
  });

  test('Events that need no change keep their bytes, also if they are no completions', () => {
    const stream = ['data: {"choices": [{"text":"\\u0041 "}]}\n\n', 'event: error\ndata: no JSON\n\n', DONE].join('');
    expect(cleaned([stream])).toBe(stream);
  });

  proves('L10', 'A key outside of the text is removed, also from events that are no completions', () => {
    const stream = [
      `data: ${JSON.stringify({ id: KEY, choices: [{ index: 0, text: 'Hi' }] })}\n\n`,
      `event: ${KEY}\ndata: {"error":"bad key ${KEY}"}\n\n`,
      `: ${KEY}\n\ndata: ${KEY}\ndata: ${KEY}`,
    ];
    expect(cleaned(stream)).toBe(
      [
        'data: {"id":"[redacted]","choices":[{"index":0,"text":"Hi"}]}\n\n',
        'event: [redacted]\ndata: {"error":"bad key [redacted]"}\n\n',
        'data: [redacted]\ndata: [redacted]\n\n',
      ].join(''),
    );
  });

  proves('L9', 'Events that are nested too deeply or are too long to be parsed are searched as text', () => {
    const deep = `data: {"choices":[${'['.repeat(9_000)}${']'.repeat(9_000)}],"id":"${KEY}"}\n\n`;
    const long = `data: {"choices":[{"text":"${'x'.repeat(2_000_000)}${KEY}"}]}\n\n`;
    expect(cleaned([deep, long])).toBe((deep + long).replaceAll(KEY, '[redacted]'));
  });
});
