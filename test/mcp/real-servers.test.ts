import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { eventually, hostile, type ServedGateway, settledGateway } from './gateways.ts';
import { type Started, subjects } from './real-servers.ts';

const LOST = 'MCP connection lost; reconnecting.';
const LONG = 'real::trigger-long-running-operation';
/** The time limit is five times the pause between two progress reports. */
const limits = { tools: { [LONG]: { toolMs: 500 } } };

describe.for(subjects)('$name', ({ transport, version, isOurs, start }) => {
  let gateway: ServedGateway;
  let started: Started;
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'toolpath test '));
    started = await start(folder);
    gateway = await settledGateway({ real: started.settings, other: hostile() }, { limits });
    expect(gateway.servers.missing()).toEqual([]);
  });
  afterAll(async () => {
    await gateway.close();
    await started.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('The server is ready with the expected protocol version', () => {
    expect(gateway.servers.servers()[0]).toMatchObject({ name: 'real', state: 'ready', version, attempt: 1 });
  });

  test("The server's tools are available with their server name and annotations", () => {
    expect(gateway.tools.find('real::echo')).toMatchObject({
      description: 'Echoes back the input string',
      schema: { type: 'object', required: ['message'] },
      metadata: { server: 'real', tool: 'echo', annotations: { readOnlyHint: true } },
    });
    expect(gateway.names()).toContain('other::echo');
  });

  proves('L7', 'A tool can be called through the executor by its gateway name and by its wire name', async () => {
    expect(await gateway.say('real::echo', { message: 'Grüße, 世界' })).toBe('Echo: Grüße, 世界');
    expect(await gateway.say('real__echo', { message: 'again' })).toBe('Echo: again');
    expect(gateway.told('Tool executed.').at(-1)?.fields).toMatchObject({ arguments: { message: 'again' } });
  });

  test('Structured content of a result is kept', async () => {
    const outcome = await gateway.call('real::get-structured-content', { location: 'Chicago' });
    expect(outcome).toMatchObject({ status: 'ok', structured: { temperature: 36 } });
  });

  test('Images and resources of a result are kept', async () => {
    const picture = await gateway.call('real::get-tiny-image');
    expect(picture.content).toContainEqual(
      expect.objectContaining({ type: 'image', mimeType: 'image/png', data: expect.stringMatching(/^iVBOR/) }),
    );
    const resource = await gateway.call('real::get-resource-reference', { resourceType: 'Text', resourceId: 1 });
    expect(resource.content).toContainEqual(
      expect.objectContaining({ type: 'resource', resource: expect.objectContaining({ mimeType: 'text/plain' }) }),
    );
  });

  proves(['S2.params.server-error', 'L8'], "The server's own error message is passed on unchanged", async () => {
    const outcome = await gateway.call('real::get-resource-reference', { resourceType: 'Text', resourceId: -1 });
    expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'reported' } });
    expect(outcome.content).toEqual([
      { type: 'text', text: 'Invalid resourceId: -1. Must be a finite positive integer.' },
    ]);
  });

  test('Progress reports are logged and extend the time limit of a call', async () => {
    const before = gateway.told('Tool progress.').length;
    const outcome = await gateway.call(LONG, { duration: 1, steps: 10 });
    expect(outcome.status).toBe('ok');
    expect(outcome.durationMs).toBeGreaterThan(500);
    const told = gateway.told('Tool progress.').slice(before);
    expect(told.length).toBeGreaterThan(0);
    expect(told.at(0)?.fields).toMatchObject({ tool: LONG, progress: 1, total: 10 });
  });

  /** Returns the number of cancellations that the server received, or undefined for a server that cannot report it. */
  const heard = async () => (isOurs ? Number(await gateway.say('real::cancellations')) : undefined);
  const oneMore = (before: number | undefined) => (before === undefined ? undefined : before + 1);

  proves(['L8', 'L9'], 'A call ends at its time limit, and the server receives the cancellation', async () => {
    const before = await heard();
    const outcome = await gateway.call(LONG, { duration: 30, steps: 1 });
    expect(outcome).toMatchObject({ status: 'error', failure: { kind: 'timeout', limitMs: 500 } });
    await eventually(heard).toBe(oneMore(before));
    expect(await gateway.say('real::echo', { message: 'there' })).toBe('Echo: there');
  });

  test('The server receives the cancellation when the caller aborts a call', async () => {
    const before = await heard();
    const abort = new AbortController();
    const seen = gateway.told('Tool progress.').length;
    const outcome = gateway.call(LONG, { duration: 30, steps: 300 }, abort.signal);
    await eventually(() => gateway.told('Tool progress.').length).toBeGreaterThan(seen);
    abort.abort();
    expect(await outcome).toMatchObject({ status: 'error', failure: { kind: 'cancelled' } });
    await eventually(heard).toBe(oneMore(before));
    expect(await gateway.say('real::echo', { message: 'there' })).toBe('Echo: there');
  });

  test('A request for user input is declined and logged', async () => {
    expect(await gateway.say('real::trigger-elicitation-request')).toContain('User declined');
    expect(gateway.told('The MCP server asked for user input.').at(-1)?.fields).toMatchObject({ answer: 'decline' });
  });

  test('Tools that the server adds later become available, and the other tools stay the same objects', async () => {
    const before = gateway.tools.find('real::echo');
    if (isOurs) {
      expect(await gateway.say('real::add-tool')).toBe('added');
      await eventually(() => gateway.names()).toContain('real::added');
      expect(await gateway.say('real::added')).toContain('added before');
    } else {
      // After the handshake it adds the tools that require capabilities of the client.
      await eventually(() => gateway.names()).toContain('real::trigger-elicitation-request');
    }
    expect(gateway.tools.find('real::echo')).toBe(before);
  });

  proves('L8', 'After a crash the next call to the server succeeds, and other servers are not affected', async () => {
    const other = await gateway.say('other::process');
    const during = gateway.call('other::late', { ms: 100 });
    await started.crash();
    if (transport === 'stdio') await eventually(() => gateway.told(LOST, 'real')).toHaveLength(1);
    expect(await gateway.say('real::echo', { message: 'back' })).toBe('Echo: back');
    expect(gateway.servers.servers()[0]).toMatchObject({ state: 'ready' });
    expect(await during).toMatchObject({ status: 'ok' });
    expect(await gateway.say('other::process')).toBe(other);
    expect(gateway.told(LOST, 'other')).toEqual([]);
  });

  if (transport !== 'stdio') return;

  proves('S2.mcp.stderr', "The server's report includes its stderr output", () => {
    const [report] = gateway.servers.servers();
    expect(report?.stderr).toContain(isOurs ? 'both eras' : 'Starting default (STDIO) server...');
  });
});
