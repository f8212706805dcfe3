import { expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import type { Flags } from '../settings/index.ts';
import { listen } from './http.ts';

async function start(tools: readonly object[], settings: Flags = {}) {
  const gateway = testGateway(tools, settings);
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url, drain } = opened.listening;
  onTestFinished(() => drain(0));
  return { drain, ask: (path: string, init: RequestInit = {}) => fetch(url + path, init) };
}

test('/readyz and /servers do not count a tool with an unusable schema', async () => {
  const ofFiles = { metadata: { server: 'files' }, invoke: () => 1 };
  const { ask } = await start(
    [
      { ...ofFiles, name: 'files::good' },
      { ...ofFiles, name: 'files::bad', schema: { default: 10n } },
    ],
    { 'mcp-servers': JSON.stringify({ files: { command: 'x', disabled: true } }) },
  );
  expect(await (await ask('/readyz')).json()).toMatchObject({ tools: 1 });
  expect(await (await ask('/servers')).json()).toMatchObject({ servers: [{ name: 'files', tools: 1 }] });
  expect(await (await ask('/servers/files')).json()).toMatchObject({ tools: 1 });
});

test('/readyz is degraded and names the backend if the default model has a backend that cannot be used', async () => {
  const bad = { kind: 'openai', baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'env:NOT_SET' };
  const { ask } = await start([], { backends: JSON.stringify({ bad }), model: 'bad/big' });
  const ready = await ask('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: 'degraded', tools: 0, missing: [], disabledBackends: ['bad'] });
});

test('A tool call that exceeds the drain limit ends with status 503 and the reason "Toolpath is stopping"', async () => {
  const started = Promise.withResolvers<void>();
  const stalls = () => {
    started.resolve();
    return new Promise(() => {});
  };
  const { drain, ask } = await start([{ name: 'stalls', invoke: stalls }]);
  const headers = { 'content-type': 'application/json' };
  const answer = ask('/tools/stalls', { method: 'POST', headers, body: '{}' });
  await started.promise;
  const drained = drain(50);
  const response = await answer;
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({
    status: 'error',
    failure: { kind: 'cancelled', reason: 'Toolpath is stopping' },
  });
  await drained;
});
