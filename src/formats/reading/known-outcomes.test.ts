import { expect, test } from 'vitest';
import { KnownOutcomes } from './known-outcomes.ts';

test('An outcome may be repeated as often as the prompt contains it, apart from whitespace', () => {
  const outcomes = new KnownOutcomes(['<r>\n4 2\n</r>', '<r>\n4 2\n</r>', '<r>ok</r>']);
  expect(['<r>42</r>', '<r> 42 </r>', '<r>42</r>'].map((text) => outcomes.take(text))).toEqual([true, true, false]);
  expect([outcomes.take('<r>ok</r>'), outcomes.take('<r>no</r>')]).toEqual([true, false]);
});

test('A prompt may end with hundreds of thousands of outcomes', () => {
  const outcomes = new KnownOutcomes(Array.from({ length: 300_000 }, (_, place) => String(place)));
  expect([outcomes.take('299999'), outcomes.take('299999')]).toEqual([true, false]);
});
