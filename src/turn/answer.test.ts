import { expect, test } from 'vitest';
import type { ExtraPlace, Fields } from '../core/index.ts';
import { Answer } from './answer.ts';

/** Returns the extra fields of an answer in which they arrive one after the other. */
function collected(at: ExtraPlace, ...pieces: readonly Fields[]): Fields | undefined {
  const answer = new Answer();
  for (const fields of pieces) answer.add([{ type: 'extra', wire: 'chat', at, fields }]);
  return answer.extra.chat?.[at];
}

test('The fields of the whole answer have the values of the last step', () => {
  const step = (fingerprint: string) => ({
    system_fingerprint: fingerprint,
    service_tier: 'default',
    prompt_filter_results: [{ prompt_index: 0 }],
    timings: { prompt_ms: 1 },
  });
  expect(collected('answer', step('fp_1'), step('fp_1'))).toEqual(step('fp_1'));
  expect(collected('answer', step('fp_1'), step('fp_2'))).toEqual(step('fp_2'));
});

test('Logprobs are joined, and other texts of the choice are replaced', () => {
  const piece = (token: string, native_finish_reason: string) => ({
    logprobs: { content: [{ token }], refusal: null },
    native_finish_reason,
    content_filter_results: { hate: { filtered: false, severity: 'safe' } },
  });
  expect(collected('choice', piece('a', 'tool_calls'), piece('b', 'stop'))).toEqual({
    logprobs: { content: [{ token: 'a' }, { token: 'b' }], refusal: null },
    native_finish_reason: 'stop',
    content_filter_results: { hate: { filtered: false, severity: 'safe' } },
  });
});

test('The texts and lists of the message are joined, but not its ids', () => {
  const piece = (refusal: string, data: string, annotation: number) => ({
    refusal,
    audio: { id: 'audio_1', data, expires_at: 7 },
    annotations: [{ annotation }],
  });
  expect(collected('message', piece('I will ', 'UklG', 1), piece('not.', 'Rg==', 2))).toEqual({
    refusal: 'I will not.',
    audio: { id: 'audio_1', data: 'UklGRg==', expires_at: 7 },
    annotations: [{ annotation: 1 }, { annotation: 2 }],
  });
});
