import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../test/requirements.ts';
import { createSecretFinder } from './secret-stream.ts';

const KEY = 'sk-proj-0123456789abcdef';

function streamed(secrets: readonly string[], pieces: readonly string[]): readonly string[] {
  const stream = createSecretFinder(secrets)?.stream();
  if (stream === undefined) return pieces;
  return [...pieces.map((piece) => stream.push(piece)), stream.end()];
}

describe('secrets in a stream', () => {
  proves(['L3', 'L10'], 'A secret is removed wherever the stream is divided', () => {
    const text = `The key is ${KEY}, really.`;
    for (let place = 0; place <= text.length; place++) {
      const pieces = streamed([KEY], [text.slice(0, place), text.slice(place)]);
      expect([place, pieces.join('')]).toEqual([place, 'The key is [redacted], really.']);
    }
    expect(streamed([KEY], [...text]).join('')).toBe('The key is [redacted], really.');
  });

  proves(['L3', 'L10'], 'However a text is divided, the same parts of it are removed, and no secret is left', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '"'), minLength: 16, maxLength: 24 });
    const text = fc.array(fc.oneof(letters, fc.string({ unit: fc.constantFrom('a', 'b', 'c') })));
    fc.assert(
      fc.property(fc.array(letters, { maxLength: 4 }), text, fc.infiniteStream(fc.nat(9)), (secrets, parts, sizes) => {
        const whole = [...parts, ...secrets].join('');
        const pieces: string[] = [];
        for (let place = 0; place < whole.length; ) {
          const size = sizes.next().value ?? 1;
          pieces.push(whole.slice(place, place + size));
          place += size;
        }
        const output = streamed(secrets, pieces).join('');
        expect(output).toBe(createSecretFinder(secrets)?.hide(whole) ?? whole);
        const covered = coveredBy(secrets, whole);
        expect(output).toBe(covered);
      }),
    );
  });

  test('Text that cannot be the beginning of a secret is not held back', () => {
    expect(streamed([KEY], ['Hello', ' wor', 'ld s', 'k', 'ip sk-', 'pro', 'ton'])).toEqual([
      'Hello',
      ' wor',
      'ld ',
      '',
      'skip ',
      '',
      'sk-proton',
      '',
    ]);
  });

  test('The forms of a secret in JSON and in a URL are removed as well', () => {
    const finder = createSecretFinder(['pass"word/with signs']);
    expect(finder?.hide('{"a":"pass\\"word/with signs"} ?x=pass%22word%2Fwith%20signs.')).toBe(
      '{"a":"[redacted]"} ?x=[redacted].',
    );
  });

  test('Plain data keeps its structure without the secrets in its texts, names and numbers', () => {
    const finder = createSecretFinder(['true, or "not": ', '1234567890123456', KEY]);
    const data = { [KEY]: [`x${KEY}`, 1234567890123456, true], or: { type: 'text', text: null } };
    expect(finder?.hideIn(data)).toEqual({
      '[redacted]': ['x[redacted]', '[redacted]', true],
      or: { type: 'text', text: null },
    });
    const open = { a: [1, 'b'] };
    expect(finder?.hideIn(open)).toBe(open);
    expect(finder?.hideIn(undefined)).toBeUndefined();
  });

  proves('L10', 'A pause releases at most eight letters of a secret, and the rest is still removed', () => {
    for (let place = 1; place < KEY.length; place++) {
      const stream = createSecretFinder([KEY])?.stream();
      const pieces = [stream?.push(`a ${KEY.slice(0, place)}`), stream?.pause(), stream?.pause()];
      expect(pieces).toEqual(['a ', place <= 8 ? KEY.slice(0, place) : '[redacted]', '']);
      const rest = [stream?.push(KEY.slice(place)), stream?.push(' b'), stream?.end()];
      expect(rest.join('')).toBe(place <= 8 ? '[redacted] b' : ' b');
    }
  });

  test('A secret of fewer than 16 characters stays, because it may be an ordinary word', () => {
    expect(createSecretFinder(['short-secret'])).toBeUndefined();
    expect(createSecretFinder(['short-secret', KEY])?.hide(`short-secret ${KEY}`)).toBe('short-secret [redacted]');
  });

  proves('L9', 'A text that repeats the beginning of a secret is searched in linear time', () => {
    const secrets = Array.from({ length: 50 }, (_, n) => `${'a'.repeat(1_000)}${n}`);
    const before = process.threadCpuUsage().user;
    createSecretFinder(secrets)?.hide('a'.repeat(2_000_000));
    expect(process.threadCpuUsage().user - before).toBeLessThan(3_000_000);
  });
});

/** The text with one mark for each stretch that is covered by secrets, by comparing every secret at every place. */
function coveredBy(secrets: readonly string[], text: string): string {
  const isSecret = new Array<boolean>(text.length).fill(false);
  for (const secret of secrets.flatMap((each) => [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each)])) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1))
      isSecret.fill(true, at, at + secret.length);
  }
  return [...text].map((unit, place) => (isSecret[place] ? (isSecret[place - 1] ? '' : '[redacted]') : unit)).join('');
}
