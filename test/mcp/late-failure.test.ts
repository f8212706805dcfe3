import { SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { expect, onTestFinished, test } from 'vitest';
import { Unsent } from '../../src/mcp/classify-error.ts';
import { Connection } from '../../src/mcp/connection.ts';
import { recordingLog } from '../recording-log.ts';
import { invoke } from './connected.ts';
import { connecting, limits, opening, ScriptedSession, serverOf } from './scripted-session.ts';

test('Two unsent calls of a lost session are both repeated over the new session, even if one fails later', async () => {
  const [lost, next] = [new ScriptedSession(), new ScriptedSession()];
  const failures = [Promise.withResolvers<never>(), Promise.withResolvers<never>()];
  lost.onCall = () => failures[lost.calls.length - 1]?.promise ?? Promise.reject(new Error('one call too many'));
  const { open, opened } = opening(lost, next);
  const options = { connecting: { ...connecting, baseDelayMs: 1 }, limits, log: recordingLog(), onChange: () => {} };
  const connection = new Connection('files', serverOf(), { ...options, open });
  onTestFinished(() => connection.close());
  connection.start();
  await connection.settled;

  const [first, second] = [invoke(connection), invoke(connection)];
  const unsent = () => new Unsent(new SdkError(SdkErrorCode.NotConnected, 'the connection is closed'));
  lost.die('restarted');
  failures[0]?.reject(unsent());
  expect(await first).toMatchObject({ content: [{ text: 'echo' }] });
  failures[1]?.reject(unsent());
  expect(await second).toMatchObject({ content: [{ text: 'echo' }] });
  expect(opened).toHaveLength(2);
  expect(next.calls).toEqual(['echo', 'echo']);
});
