import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { serverOf } from '../../test/mcp/scripted-session.ts';
import { proves } from '../../test/requirements.ts';
import { type Failure, isRetryable, type Server, ToolFailure, tell } from '../core/index.ts';
import { failureOf as failureWith } from './calls.ts';
import { ANSWER_LOST, classifyError, isUnsent, Unsent } from './classify-error.ts';
import { adviceOn, type ServerProblem, TroubleError } from './server-problem.ts';

const failureOf = (error: unknown, server: string) => failureWith(error, server, 'it ended');

function network(code: string): Error {
  const cause = Object.assign(new Error(`connect ${code}`), { code });
  const reached = new Error('cannot reach it', { cause });
  return new SdkError(SdkErrorCode.EraNegotiationFailed, 'probe failed', {}, { cause: reached });
}

describe('The failure of a call', () => {
  proves('S2.params.server-error', "A server's own error message is kept unchanged", () => {
    expect(failureOf(new ProtocolError(-32_602, ' odd  words\n'), 's').failure).toEqual({
      kind: 'reported',
      message: ' odd  words\n',
    });
  });

  proves('L8', 'A call without an answer is in doubt unless it certainly never arrived', () => {
    const { failure } = failureOf(new ProtocolError(ANSWER_LOST, 'it ended'), 's');
    expect(failure).toEqual({ kind: 'unavailable', reason: 'server "s": it ended', isInDoubt: true });
    expect(isRetryable({ ...failure, tool: 't' } as Failure)).toBe(false);
    expect(tell({ ...failure, tool: 't' } as Failure)).toMatch(
      /^The call to "t" was sent, but no answer came .* check before/,
    );
    expect(failureOf(network('ECONNRESET'), 's').failure).toMatchObject({ kind: 'unavailable', isInDoubt: true });
    const unsent = failureOf(new Unsent(network('ECONNREFUSED')), 's').failure;
    expect(unsent).not.toHaveProperty('isInDoubt');
    expect(isRetryable({ ...unsent, tool: 't' } as Failure)).toBe(true);
  });

  test('A result that is not valid MCP is reported as an error of the server', () => {
    const { failure } = failureOf(new SdkError(SdkErrorCode.InvalidResult, 'not an object'), 's');
    expect(failure).toMatchObject({ kind: 'reported', message: expect.stringContaining('not an object') });
  });

  test('An error that is already a ToolFailure is returned unchanged', () => {
    const failure = new ToolFailure({ kind: 'unavailable', reason: 'r' });
    expect(failureOf(failure, 's')).toBe(failure);
  });
});

test('A call counts as unsent only if no server can have acted on it', () => {
  expect(isUnsent(new TroubleError({ kind: 'session-lost', status: 404 }))).toBe(true);
  expect(isUnsent(network('ECONNREFUSED'))).toBe(true);
  expect(isUnsent(new Error('Not connected'))).toBe(true);
  expect(isUnsent(network('ECONNRESET'))).toBe(false);
  expect(isUnsent(Object.assign(new Error('read'), { code: 'EHOSTUNREACH', syscall: 'read' }))).toBe(false);
  expect(isUnsent(new SdkError(SdkErrorCode.ConnectionClosed, 'Connection closed'))).toBe(false);
  expect(isUnsent(new ProtocolError(-32_000, 'Not connected'))).toBe(false);
});

describe('The advice on a problem', () => {
  const http = serverOf({ transport: 'http', url: 'http://box:8000/mcp', headers: {} } as never);

  const whatToCheck = (error: unknown, server: Server) => adviceOn(classifyError(error), server);
  const wrapped = (trouble: ServerProblem) => new Error('x', { cause: new TroubleError(trouble) });

  test('The advice fits the kind of problem', () => {
    expect(whatToCheck(network('ECONNREFUSED'), http)).toMatch(/nothing listens at http:\/\/box:8000\/mcp/);
    expect(whatToCheck(network('ENOTFOUND'), http)).toMatch(/name/);
    expect(whatToCheck(wrapped({ kind: 'unauthorized', status: 401, hasToken: false }), http)).toMatch(
      /"Bearer env:NAME"/,
    );
    expect(whatToCheck(wrapped({ kind: 'unauthorized', status: 401, hasToken: true }), http)).toMatch(/still valid/);
    expect(whatToCheck(new TroubleError({ kind: 'late', limitMs: 30_000 }), serverOf())).toMatch(/connectMs/);
    expect(whatToCheck(new Error('the program ended with code 1'), serverOf())).toMatch(/by hand/);
    expect(whatToCheck('whatever', http)).toMatch(/right address/);
  });

  test('An invalid answer is the fault of the server, so the advice does not mention its command', () => {
    for (const server of [
      serverOf(),
      serverOf({ transport: 'http', url: 'http://127.0.0.1/mcp' } as Partial<Server>),
    ]) {
      expect(adviceOn({ kind: 'odd-result', said: 'no list' }, server)).toMatch(/^The server runs, but/);
    }
  });
});
