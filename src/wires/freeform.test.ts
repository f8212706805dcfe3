import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FreeformReader, freeformArguments, freeformInput, freeformPieces } from './freeform.ts';

/** Feeds the text in pieces that end at the given places, and returns the pieces that come out. */
function readIn(text: string, cuts: readonly number[]): readonly string[] {
  const places = [...new Set(cuts.map((cut) => cut % (text.length + 1)))].sort((a, b) => a - b);
  const reader = new FreeformReader();
  const bounds = [0, ...places, text.length];
  const pieces = bounds.slice(1).map((end, index) => reader.push(text.slice(bounds[index], end)));
  return [...pieces, reader.end()];
}

const anyText = fc.string({ unit: 'binary', maxLength: 60 });
const anyCuts = fc.array(fc.nat(), { maxLength: 12 });

describe('The input of a tool of the type custom', () => {
  test('Any chunking of the arguments gives the text that was written', () => {
    fc.assert(
      fc.property(anyText, anyCuts, fc.boolean(), (text, cuts, isEscaped) => {
        const json = freeformArguments(text);
        const written = isEscaped ? json.replace(/[^\x20-\x7e]/g, asEscape) : json;
        const pieces = readIn(written, cuts);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces.slice(0, -1)) expect(piece).not.toMatch(/[\uD800-\uDBFF]$/);
      }),
    );
  });

  test('Any chunking of any text gives the same input', () => {
    const anyArguments = fc.oneof(
      fc.json(),
      anyText,
      anyText.map((text) => `{"input":"${text}`),
    );
    fc.assert(
      fc.property(anyArguments, anyCuts, (written, cuts) => {
        expect(readIn(written, cuts).join('')).toBe(freeformInput(written));
      }),
    );
  });

  test('Pieces that are written one by one are the JSON of the complete text', () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const { head, text, tail } = freeformPieces;
        const whole: unknown = JSON.parse(head + texts.map(text).join('') + tail);
        expect(whole).toEqual({ input: texts.join('') });
      }),
    );
  });

  test.each([
    ['spaces between the tokens', ' { "input" : "a" } ', 'a'],
    ['another field first', '{"note":1,"input":"a"}', 'a'],
    ['another name for its only text', '{"text":"a"}', 'a'],
    ['an object with several fields', '{"a":"x","b":"y"}', '{"a":"x","b":"y"}'],
    ['plain text instead of JSON', '*** Begin Patch', '*** Begin Patch'],
    ['a JSON string', '"a\\nb"', 'a\nb'],
    ['no arguments', '{}', ''],
    ['nothing', '', ''],
    ['a truncated text', '{"input":"half', 'half'],
    ['a raw line break', '{"input":"a\nb"}', 'a\nb'],
    ['an unknown escape', '{"input":"a\\qb"}', 'aqb'],
  ])('Arguments with %s are read', (_, written, input) => {
    expect(freeformInput(written)).toBe(input);
  });
});

function asEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
