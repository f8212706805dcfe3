import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { aRequest } from '../../../test/contracts/models/helpers.ts';
import { FakeAgentSdk, rawThenSilence } from '../../../test/fake-agent-sdk.ts';
import { recordingLog } from '../../../test/recording-log.ts';
import { defaultLimits } from '../../core/index.ts';
import { AgentLauncher, type LauncherOptions } from './launcher.ts';
import { exactPrompt } from './prompt.ts';
import { writeAgentRequest } from './request.ts';
import type { AgentRun } from './run.ts';

const never = new AbortController().signal;
const request = writeAgentRequest({ ...aRequest, model: 'sonnet' });

function open(more: Partial<LauncherOptions> = {}) {
  const sdk = new FakeAgentSdk();
  sdk.script(...Array.from({ length: 20 }, () => rawThenSilence()));
  const log = recordingLog();
  const limits = { ...defaultLimits, agentProcesses: 2 };
  const options = { name: 'agent', limits, log, load: sdk.load, ...more };
  const launcher = new AgentLauncher(
    options,
    (words) => words.replaceAll('secret', '***'),
    () => {},
  );
  const launch = (signal = never) => launcher.launch(request, exactPrompt(request), launcher.untilClosed(signal));
  const run = async (): Promise<AgentRun> => {
    const launched = await launch();
    if (!launched.ok) throw new Error(JSON.stringify(launched.failure));
    return launched.run;
  };
  return { sdk, log, launcher, launch, run };
}

test('The SDK is loaded once, when it is first needed', async () => {
  const sdk = new FakeAgentSdk();
  let loads = 0;
  const { launcher, run } = open({
    load: () => {
      loads++;
      return sdk.load();
    },
  });
  expect(loads).toBe(0);
  await Promise.all([run(), run()]);
  expect(loads).toBe(1);
  await launcher.close();
});

test('A launch over the limit waits until a run has ended', async () => {
  const { sdk, launcher, launch, run } = open();
  const [first] = [await run(), await run()];
  const third = launch();
  await expect(Promise.race([third, Promise.resolve('waits')])).resolves.toBe('waits');
  expect(sdk.agents).toHaveLength(2);
  launcher.release(first, false);
  expect((await third).ok).toBe(true);
  expect(sdk.running).toBe(2);
  await launcher.close();
});

test('Releasing a run twice frees one slot', async () => {
  const { sdk, launcher, launch, run } = open();
  const first = await run();
  await run();
  launcher.release(first, false);
  launcher.release(first, false);
  await run();
  const abort = new AbortController();
  const fourth = launch(abort.signal);
  await new Promise((resolve) => setTimeout(resolve, 50));
  abort.abort(new Error('enough'));
  expect(await fourth).toMatchObject({ ok: false, failure: { kind: 'turn-cancelled' }, isFinal: true });
  expect(sdk.agents).toHaveLength(3);
  await launcher.close();
});

test('A start that fails keeps no slot, and its message has no secrets', async () => {
  let fails = 5;
  const sdk = new FakeAgentSdk();
  const load = async () => {
    const loaded = await sdk.load();
    if (!loaded.ok) return loaded;
    const query: typeof loaded.sdk.query = (given) => {
      if (fails-- > 0) throw new Error('no program at /secret/claude');
      return loaded.sdk.query(given);
    };
    return { ok: true as const, sdk: { ...loaded.sdk, query } };
  };
  const { launcher, launch } = open({ load });
  for (let time = 0; time < 5; time++) {
    expect(await launch()).toMatchObject({
      ok: false,
      isFinal: false,
      failure: { kind: 'upstream-unreachable', reason: 'its agent could not be started: no program at /***/claude' },
    });
  }
  expect((await launch()).ok).toBe(true);
  await launcher.close();
});

test('A run that cannot be ended is logged and frees its slot', async () => {
  const { log, launcher, launch, run } = open();
  const broken = { end: () => Promise.reject(new Error('stuck')) } as unknown as AgentRun;
  launcher.release(broken, false);
  await expect.poll(() => log.lines.map(({ level }) => level)).toEqual(['warn']);
  await run();
  expect((await launch()).ok).toBe(true);
  await launcher.close();
});

test('Closing ends every child, removes the folders, and refuses launches that wait or come later', async () => {
  const { sdk, launcher, launch, run } = open();
  const running = [await run(), await run()];
  const waiting = launch();
  const folder = String(sdk.agents[0]?.options.cwd);
  expect(existsSync(folder)).toBe(true);
  await launcher.close();
  for (const each of running) launcher.release(each, false);
  const failure = {
    kind: 'turn-cancelled',
    reason: 'the agents of "agent" are stopped because the gateway is stopping',
  };
  expect(await waiting).toEqual({ ok: false, failure, isFinal: true });
  expect(await launch()).toEqual({ ok: false, failure, isFinal: true });
  expect(sdk.running).toBe(0);
  expect(existsSync(folder)).toBe(false);
});
