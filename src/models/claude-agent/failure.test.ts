import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMessageRedactor } from '../http/hider.ts';
import { failureOfExit, failureOfResult } from './failure.ts';

const same = (text: string) => text;
const unnamed = { error: undefined, hasBegun: false, hide: same };

describe('The failure of an error result', () => {
  test.each([
    ['API Error: 400 the model is unknown', 'the model is unknown'],
    ['API Error: the connection was lost', 'the connection was lost'],
    ['API Error: Request rejected (429) · slow down', 'slow down'],
    ['429 slow down', 'slow down'],
    ['Credit balance is too low', 'Credit balance is too low'],
    [
      'on fire. This is a server-side issue, usually temporary — try again in a moment. If it persists, check your inference gateway (10.0.0.7:4812).',
      'on fire',
    ],
  ])('The message "%s" loses the words that the agent adds', (result, message) => {
    expect(failureOfResult('agent', { result, api_error_status: 400 }, unnamed)).toMatchObject({ message });
  });

  test('Without a text, the message is the list of errors, and without these it says so', () => {
    const reasonOf = (result: object) => failureOfResult('agent', result as never, unnamed);
    expect(reasonOf({ subtype: 'x', result: ' ', errors: ['a', 7, 'b'] })).toMatchObject({
      reason: 'the agent ended with x: a; b',
    });
    expect(reasonOf({})).toMatchObject({ reason: 'the agent ended with an error: the agent gave no reason' });
  });

  test('Whatever the result is, the failure is short and names the backend', () => {
    const odd = fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, 'x'.repeat(100_000), ['x'.repeat(100_000)]);
    const value = fc.oneof(fc.jsonValue(), odd);
    const keys = ['result', 'errors', 'subtype', 'api_error_status', 'terminal_reason'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...keys), value), (result) => {
        const failure = failureOfResult('agent', result, unnamed);
        expect(failure).toMatchObject({ backend: 'agent' });
        expect(JSON.stringify(failure).length).toBeLessThan(13_000);
      }),
    );
  });

  test('A failed connection without a status is no answer of the server', () => {
    const dropped = 'Connection dropped (ECONNRESET). Check the gateway set in ANTHROPIC_BASE_URL, then try again.';
    const given = { ...unnamed, error: 'server_error' };
    expect(failureOfResult('agent', { result: dropped }, given)).toEqual({
      kind: 'upstream-unreachable',
      backend: 'agent',
      reason: 'Connection dropped (ECONNRESET)',
    });
    expect(failureOfResult('agent', { result: dropped }, { ...given, hasBegun: true }).kind).toBe('upstream-broken');
    expect(failureOfResult('agent', { result: dropped, api_error_status: 500 }, given).kind).toBe('upstream-failed');
  });

  test('A status below 400, or of another type, is no status', () => {
    for (const status of [200, '429', null, Number.NaN]) {
      expect(failureOfResult('agent', { api_error_status: status, result: 'x' }, unnamed).kind).toBe('upstream-broken');
    }
  });
});

describe('The failure of an error that the agent found itself', () => {
  test.each([
    ['authentication_failed', 'upstream-credentials'],
    ['billing_error', 'upstream-credentials'],
    ['rate_limit', 'upstream-busy'],
    ['overloaded', 'upstream-busy'],
    ['server_error', 'upstream-failed'],
    ['model_not_found', 'upstream-rejected'],
    ['unknown', 'upstream-broken'],
  ])('The name "%s" decides its kind: %s', (error, kind) => {
    expect(failureOfResult('agent', { result: 'Not logged in' }, { ...unnamed, error }).kind).toBe(kind);
  });
});

describe('The failure of a child that ended', () => {
  test('Before its answer, the agent could not be reached; in its answer, the answer is broken', () => {
    const error = new Error('exited with code 1');
    expect(failureOfExit('agent', { error, stderr: '', hasBegun: false }, same)).toEqual({
      kind: 'upstream-unreachable',
      backend: 'agent',
      reason: 'its agent could not answer: exited with code 1',
    });
    expect(failureOfExit('agent', { error: 'no Error', stderr: ' \n', hasBegun: true }, same)).toEqual({
      kind: 'upstream-broken',
      backend: 'agent',
      reason: 'the agent ended without a result',
    });
  });

  test('The end of stderr is shown, well-formed and without secrets', () => {
    const hide = createMessageRedactor(['the-secret-key']);
    const stderr = `${'😀'.repeat(5_000)} key the-secret-key\nFATAL`;
    for (const cut of ['', 'x']) {
      const failure = failureOfExit('agent', { stderr: stderr + cut, hasBegun: true }, hide);
      const reason = 'reason' in failure ? failure.reason : '';
      expect(reason.endsWith(`FATAL${cut}`)).toBe(true);
      expect(reason).not.toContain('secret');
      expect(reason.isWellFormed()).toBe(true);
      expect(reason.length).toBeLessThan(1_700);
    }
  });
});
