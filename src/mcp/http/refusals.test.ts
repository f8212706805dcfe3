import { describe, expect, test } from 'vitest';
import { proves } from '../../../test/requirements.ts';
import { TroubleError } from '../server-problem.ts';
import { answerIn, createShown, losesSession } from './refusals.ts';

const saying = (message: string, id: unknown = null) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message } });

describe('A lost session', () => {
  test.each([
    'Session not found',
    'session not found: 1234-abcd',
    'Bad Request: No valid session ID provided',
    'No transport found for sessionId',
    'Bad Request: Server not initialized',
    'Invalid or missing session ID',
    'Invalid session ID',
    'Bad Request: Missing session ID',
    'Session has been terminated',
    'Session expired.',
    'Could not find session',
  ])('A 400 response with the message "%s" means that the session is lost', (words) => {
    expect(losesSession({ status: 400, text: words })).toBe(true);
    expect(losesSession({ status: 400, text: ` ${words}\n` })).toBe(true);
    expect(losesSession({ status: 400, text: saying(words) })).toBe(true);
    expect(losesSession({ status: 400, text: saying(words, 'server-error') })).toBe(true);
    expect(losesSession({ status: 400, text: JSON.stringify({ error: words }) })).toBe(true);
    expect(losesSession({ status: 500, text: words })).toBe(false);
  });

  test('Any 404 response means that the session is lost', () => {
    expect(losesSession({ status: 404 })).toBe(true);
    expect(losesSession({ status: 404, text: '<html>' })).toBe(true);
  });

  proves(
    'S2.params.server-error',
    'A 400 response with another message, even about sessions, does not mean that the session is lost',
    () => {
      for (const words of [
        'session_name must be one of "work"',
        'the chat session not found in your calendar',
        'Invalid session name',
        'Session not found in the archive of 2019',
        'database not initialized',
        'sessions are not supported',
        '',
        'null',
        '[]',
        '{"error":{"message":7}}',
        '{"error":null}',
      ]) {
        expect(losesSession({ status: 400, text: words }), words).toBe(false);
        expect(losesSession({ status: 400, text: saying(words) }), words).toBe(false);
      }
      expect(losesSession({ status: 400 })).toBe(false);
    },
  );
});

describe('An answer in an HTTP error body', () => {
  const call = { jsonrpc: '2.0' as const, id: 7, method: 'tools/call' };
  const ping = { ...call, method: 'ping' };
  const words = 'session_name must be one of "work"';

  test.each([400, 404])('A JSON-RPC error with the id of the request and status %i is its answer', (status) => {
    expect(answerIn({ status, text: saying(words, 7) }, call)).toMatchObject({ id: 7, error: { message: words } });
    expect(answerIn({ status, text: saying(words, 7) }, ping)).toMatchObject({ id: 7, error: { message: words } });
  });

  test('An error body with another id, status or content, or for a notification, is not an answer', () => {
    for (const id of [null, 8, '7', undefined]) {
      expect(answerIn({ status: 400, text: saying(words, id) }, call)).toBeUndefined();
    }
    expect(answerIn({ status: 500, text: saying(words, 7) }, call)).toBeUndefined();
    expect(
      answerIn({ status: 400, text: JSON.stringify({ jsonrpc: '2.0', id: 7, result: {} }) }, call),
    ).toBeUndefined();
    expect(answerIn({ status: 400, text: words }, call)).toBeUndefined();
    expect(answerIn({ status: 400 }, call)).toBeUndefined();
    expect(answerIn({ status: 400, text: saying(words, 7) }, { jsonrpc: '2.0', method: 'x' })).toBeUndefined();
  });

  test('An error about an unknown session is an answer only if a tool may have caused it', () => {
    const text = saying('Session not found', 7);
    expect(answerIn({ status: 404, text }, call)).toBeUndefined();
    expect(answerIn({ status: 400, text }, ping)).toBeUndefined();
    expect(answerIn({ status: 400, text }, call)).toMatchObject({ id: 7 });
  });
});

describe('A redacted error', () => {
  const secret = 'authorization-refused-elsewhere';
  const shown = createShown([secret, 'the server requires authorization']);

  proves('L10', 'A redacted error keeps its kind, without the secret that the server repeated', () => {
    const trouble = { kind: 'redirected', to: `http://elsewhere.test/${secret}` } as const;
    const error = shown(new TroubleError(trouble));
    expect(error).toMatchObject({ trouble: { kind: 'redirected' } });
    expect(JSON.stringify([error, error.message])).not.toContain(secret);
  });

  test('Our own message is not redacted, even if a secret equals a part of it', () => {
    const trouble = { kind: 'unauthorized', status: 401, hasToken: false } as const;
    expect(shown(new TroubleError(trouble))).toMatchObject({ name: 'UnauthorizedError', trouble });
  });
});
