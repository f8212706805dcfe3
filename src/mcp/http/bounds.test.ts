import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { isNestedDeeper } from '../nesting.ts';
import { boundedBody, EventBound, Unreadable, WholeBound } from './bounds.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Returns the text that a bound lets through, and whether it stopped. */
function admitted(pieces: readonly string[], most: number) {
  const bound = new EventBound(most);
  let text = '';
  for (const piece of pieces) {
    if (bound.stop !== undefined) break;
    text += decoder.decode(bound.admit(encoder.encode(piece)));
  }
  return { text, isStopped: bound.stop !== undefined };
}

/** Returns the complete events of a text. A truncated event is not dispatched. */
const events = (text: string): string => text.slice(0, text.lastIndexOf('\n\n') + 1);

describe('The bound of an event stream', () => {
  const line = fc.constantFrom(
    'data: abc',
    'data: abcdefghij',
    ': a long comment that is none of it',
    'id: 1',
    'x',
    '',
  );
  const stream = fc
    .array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 30 })
    .map((lines) => lines.flat().join(''));

  proves('L9', 'Any chunking lets the same events through and stops at the same event', () => {
    fc.assert(
      fc.property(
        stream,
        fc.integer({ min: 5, max: 60 }),
        fc.array(fc.integer({ min: 1, max: 7 })),
        (text, most, cuts) => {
          const pieces: string[] = [];
          let rest = text;
          for (const cut of cuts) {
            pieces.push(rest.slice(0, cut));
            rest = rest.slice(cut);
          }
          const whole = admitted([text], most);
          const cut = admitted([...pieces, rest], most);
          expect(cut.isStopped).toBe(whole.isStopped);
          expect(events(cut.text)).toBe(events(whole.text));
        },
      ),
    );
  });

  test('Events pass unchanged, except that every line ends in LF', () => {
    fc.assert(
      fc.property(stream, (text) => {
        expect(admitted([text], 1_000)).toEqual({ text: text.replace(/\r\n?/g, '\n'), isStopped: false });
      }),
    );
  });

  test.each([
    ['one line', ['data: 6789012']],
    ['several lines', ['data: 1\n', 'data: 2\n']],
    ['an unterminated comment', [': 34567890123']],
    ['an unterminated field name', ['datadatadatad']],
  ])('The stream stops at %s longer than the bound', (_, pieces) => {
    expect(admitted(pieces, 12).isStopped).toBe(true);
    expect(admitted(pieces, 14).isStopped).toBe(false);
  });

  const tower = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;
  const isTooDeep = (...pieces: readonly string[]): boolean => admitted(pieces, 1_000_000).isStopped;

  proves('L9', 'The stream stops at an event nested deeper than a thousand levels', () => {
    expect(isTooDeep(`data: ${tower(1_000)}\n\n`)).toBe(false);
    expect(isTooDeep(`data: ${tower(1_002)}\n\n`)).toBe(true);
    expect(isTooDeep(...Array.from(`data: ${tower(1_002)}\n\n`))).toBe(true);
    expect(isTooDeep(`data: ${'['.repeat(900)}\n\n`.repeat(9))).toBe(false);
    expect(isTooDeep(`data: "${'['.repeat(5_000)}\\"${'['.repeat(5_000)}"\n\n`)).toBe(false);
    expect(isTooDeep(`id: ${'['.repeat(5_000)}\n: ${'['.repeat(5_000)}\ndata: 1\n\n`)).toBe(false);
  });

  proves('L10', 'An event cannot hide its depth with other lines, an open quote or a byte order mark', () => {
    const half = '['.repeat(900);
    const over = '['.repeat(1_001);
    expect(isTooDeep(`data: ${half}\nid: ${']'.repeat(900)}\ndata: ${half}\n`)).toBe(true);
    expect(isTooDeep(`data: ${half}\n: ${']'.repeat(900)}\ndata: ${half}\n`)).toBe(true);
    expect(isTooDeep(`data: ${half}\ndata2: ${']'.repeat(900)}\ndata: ${half}\n`)).toBe(true);
    expect(isTooDeep(`data: ${half}\n\ufeffdata: ${']'.repeat(900)}\ndata: ${half}\n`)).toBe(true);
    expect(isTooDeep(`event: "\ndata: ${over}`)).toBe(true);
    expect(isTooDeep(`data: "\ndata: ${over}`)).toBe(true);
    expect(isTooDeep(`\ufeffdata: ${over}`)).toBe(true);
    expect(isTooDeep(`data: ${']'.repeat(900)}\ndata: ${over}`)).toBe(true);
  });

  proves('L9', 'Many carriage returns take linear time', () => {
    const took = (bytes: number): number => {
      const bound = new EventBound(1_000);
      const piece = encoder.encode('\r'.repeat(bytes));
      const from = performance.now();
      bound.admit(piece);
      return performance.now() - from;
    };
    took(1_000_000);
    expect(took(4_000_000)).toBeLessThan(2_000); // takes a few dozen ms; quadratic time would be minutes
  });
});

describe('A bounded body', () => {
  const bodyOf = (...pieces: string[]) => {
    let isLeft = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const next = pieces.shift();
        if (next === undefined) controller.close();
        else controller.enqueue(encoder.encode(next));
      },
      cancel() {
        isLeft = true;
      },
    });
    return { body, isLeft: () => isLeft };
  };

  test('A bounded body ends with the original body and calls onEnd once', async () => {
    const ends: unknown[] = [];
    const { body } = bodyOf('ab', '', 'c');
    const bounded = boundedBody(body, new WholeBound(3, 'error'), (error) => ends.push(error));
    expect(await new Response(bounded).text()).toBe('abc');
    expect(ends).toEqual([undefined]);
  });

  test('A body that is too long fails, and the original body is cancelled', async () => {
    const ends: unknown[] = [];
    const { body, isLeft } = bodyOf('ab', 'cd', 'ef', 'gh');
    const bounded = boundedBody(body, new WholeBound(3, 'error'), (error) => ends.push(error));
    await expect(new Response(bounded).text()).rejects.toThrow('longer than 3 bytes');
    expect(ends).toEqual([expect.any(Unreadable)]);
    expect(isLeft()).toBe(true);
  });

  proves(
    'L9',
    'A body that is nested too deeply fails for any chunking, exactly when the complete text is too deep',
    () => {
      const pieces = fc.array(fc.string({ unit: fc.constantFrom('[', '[', '{', '"', '\\', ']', 'ä') }), {
        maxLength: 9,
      });
      fc.assert(
        fc.property(pieces, fc.nat({ max: 3 }), (given, missing) => {
          const all = ['['.repeat(1_000 - missing), ...given];
          const bound = new WholeBound(10_000, 'error');
          for (const piece of all) if (bound.stop === undefined) bound.admit(encoder.encode(piece));
          expect(bound.stop !== undefined).toBe(isNestedDeeper(all.join(''), 1_000));
          if (bound.stop !== undefined) {
            expect(bound.stop).toEqual(new Unreadable("the server's answer is nested more than 1000 levels deep"));
          }
        }),
      );
    },
  );

  proves(['L9', 'L10'], 'A message with more than 250,000 values stops its body before it is parsed', () => {
    const piece = '[1,2,"a,b"],'.repeat(1_000); // 4,000 values
    const [whole, stream] = [new WholeBound(10_000_000, 'error'), new EventBound(10_000_000)];
    stream.admit(encoder.encode('data: ['));
    for (const bound of [whole, stream]) for (let at = 0; at < 62; at++) bound.admit(encoder.encode(piece));
    expect([whole.stop, stream.stop]).toEqual([undefined, undefined]);
    for (const bound of [whole, stream]) bound.admit(encoder.encode(piece));
    const fault = 'is made of more than 250000 JSON values';
    expect(whole.stop).toEqual(new Unreadable(`the server's answer ${fault}`));
    expect(stream.stop).toEqual(new Unreadable(`a message from the server ${fault}`));
  });

  test('With the mode "end", a body that is too long is truncated without an error', async () => {
    const { body, isLeft } = bodyOf('ab', 'cd', 'ef', 'gh');
    expect(await new Response(boundedBody(body, new WholeBound(3, 'end'), () => {})).text()).toBe('abc');
    expect(isLeft()).toBe(true);
  });

  test('Events before the one that is too long are delivered', async () => {
    const { body } = bodyOf('data: 1\n\ndata: 1234567890');
    const reader = boundedBody(body, new EventBound(10), () => {}).getReader();
    expect(decoder.decode((await reader.read()).value)).toBe('data: 1\n\n');
    await expect(reader.read()).rejects.toThrow('longer than 10 bytes');
  });
});
