import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterString, JsonStructure } from './json-structure.ts';

/** Returns the brackets that JsonStructure finds in these pieces, each with the depth after it. */
function found(...pieces: readonly string[]): [string, number][] {
  const structure = new JsonStructure();
  return pieces.flatMap((piece) => {
    const seen: [string, number][] = [];
    for (let place = structure.nextBracket(piece, 0); place < piece.length; ) {
      seen.push([piece.charAt(place), structure.depth]);
      place = structure.nextBracket(piece, place + 1);
    }
    return seen;
  });
}

/** Returns the same by reading one character after the other. */
function foundSlowly(text: string): [string, number][] {
  let [depth, isInString, isEscaped] = [0, false, false];
  return [...Array(text.length).keys()].flatMap((place): [string, number][] => {
    const letter = text.charAt(place);
    if (isInString) {
      if (letter === '"' && !isEscaped) isInString = false;
      isEscaped = letter === '\\' && !isEscaped;
      return [];
    }
    if (letter === '"') isInString = true;
    if ('{['.includes(letter)) return [[letter, ++depth]];
    if ('}]'.includes(letter)) depth = Math.max(0, depth - 1);
    return '}]'.includes(letter) ? [[letter, depth]] : [];
  });
}

const anyText = fc.string({
  unit: fc.constantFrom('"', '"', '\\', '\\', '{', '}', '[', ']', ',', ':', ' ', '\n', 'a', '7', 'é', '😀'),
  maxLength: 60,
});

describe('JsonStructure', () => {
  test('JsonStructure finds the brackets outside of strings and counts the depth', () => {
    expect(found('{"a\\"[": [1]} ]')).toEqual([
      ['{', 1],
      ['[', 2],
      [']', 1],
      ['}', 0],
      [']', 0],
    ]);
  });

  test('JsonStructure finds the same brackets in any text as a parser that checks each character', () => {
    fc.assert(fc.property(anyText, (text) => void expect(found(text)).toEqual(foundSlowly(text))));
  });

  test('JsonStructure finds the same brackets however the text is divided into pieces', () => {
    fc.assert(
      fc.property(fc.array(anyText, { maxLength: 8 }), (pieces) => {
        const whole = found(pieces.join(''));
        expect(found(...pieces)).toEqual(whole);
        expect(found(...pieces.join('').split(''))).toEqual(whole);
      }),
    );
  });

  test('The greatest depth that JsonStructure counts is the depth of the value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const deepest = Math.max(0, ...found(JSON.stringify(value)).map(([, depth]) => depth));
        expect(deepest).toBe(depthOf(value));
      }),
    );
  });

  test('After endString, JsonStructure continues outside of the string', () => {
    const structure = new JsonStructure();
    expect(structure.nextBracket('"\\', 0)).toBe(2);
    structure.endString();
    expect(structure.nextBracket('"["{', 0)).toBe(3);
  });
});

test('afterString returns an offset beyond the text if no quote ends the string', () => {
  expect(afterString('"a"', 1)).toBe(3);
  expect(afterString('"a\\"', 1)).toBe(5);
  expect(afterString('"a', 1)).toBe(3);
  expect(afterString('"\\\\"x', 1)).toBe(4);
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
