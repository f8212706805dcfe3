import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { agentTool, agentTurn, openAgent } from '../../../test/agent-backend.ts';
import { collect } from '../../../test/contracts/models/helpers.ts';
import { checkStream } from '../../../test/contracts/models/stream-law.ts';
import { answer, type Play, raw, rawThenSilence, text, toolUse } from '../../../test/fake-agent-sdk.ts';
import { proves } from '../../../test/requirements.ts';

const limits = { firstByteMs: 40, silenceMs: 40, retries: 1, agentProcesses: 2, agentSpareMs: 15 };

const plays: Readonly<Record<string, Play>> = {
  text: answer(text('Hello')),
  calls: answer(toolUse('search')),
  silence: rawThenSilence(),
  death: raw([], new Error('exited with code 1')),
  /** Dies while it waits in its tool call. */
  deathLater: async function* (agent) {
    const play = answer(toolUse('search'))(agent);
    setTimeout(() => agent.kill(), 3);
    return yield* play;
  },
};

const actor = fc.record({
  startMs: fc.nat(20),
  isLoop: fc.boolean(),
  /** Some turns have the same id. */
  turn: fc.constantFrom('turn-1', 'turn-2'),
  abortMs: fc.option(fc.nat(40)),
  toolMs: fc.nat(10),
  steps: fc.integer({ min: 1, max: 3 }),
});
const fate = fc.record({
  actors: fc.array(actor, { minLength: 1, maxLength: 6 }),
  script: fc.array(fc.constantFrom(...Object.keys(plays)), { maxLength: 20 }),
  deaths: fc.array(fc.nat(60), { maxLength: 4 }),
  closeMs: fc.option(fc.nat(60)),
});

proves(
  ['L9', 'S3.executors'],
  'Whatever turns, aborts, deaths and a close happen at once, no child is left and all slots are free',
  async () => {
    await fc.assert(
      fc.asyncProperty(fate, async ({ actors, script, deaths, closeMs }) => {
        const { sdk, log, backend, ask } = openAgent({ limits });
        sdk.script(...script.map((name) => plays[name] as Play));
        let most = 0;
        const watching = setInterval(() => {
          most = Math.max(most, sdk.running);
        }, 1);
        const killing = deaths.map(async (ms) => {
          await sleep(ms);
          sdk.agents.findLast(({ isGone }) => !isGone)?.kill();
        });
        const acting = actors.map(async ({ startMs, isLoop, turn: id, abortMs, toolMs, steps }) => {
          await sleep(startMs);
          const turn = agentTurn('search');
          const abort = new AbortController();
          const timer = setTimeout(() => abort.abort(new Error('enough')), abortMs ?? 10_000);
          const more = isLoop ? {} : { tools: [agentTool('search')] };
          for (let step = 0; step < steps; step++) {
            const { events, finish } = await collect(backend, turn.request({ turn: id, ...more }), abort.signal);
            expect(checkStream(events)).toEqual([]);
            if (finish.reason !== 'calls') break;
            turn.add(events);
            await sleep(toolMs);
          }
          clearTimeout(timer);
          turn.end();
        });
        const closing = closeMs === null ? undefined : sleep(closeMs).then(() => backend.close());
        await Promise.all([...acting, ...killing, closing]);
        if (closeMs === null) {
          await expect.poll(() => sdk.running).toBe(0);
          // All slots are free: as many requests as there are slots run at once.
          sdk.clear();
          sdk.script(rawThenSilence(), rawThenSilence());
          const last = [new AbortController(), new AbortController()];
          const before = sdk.agents.length;
          const asked = last.map(({ signal }) => ask({}, signal));
          await expect.poll(() => sdk.agents.length).toBe(before + 2);
          for (const each of last) each.abort(new Error('enough'));
          await Promise.all(asked);
        }
        await backend.close();
        clearInterval(watching);
        expect(sdk.running).toBe(0);
        expect(most).toBeLessThanOrEqual(limits.agentProcesses);
        expect(log.lines.filter(({ level }) => level === 'error')).toEqual([]);
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

test('Turns with the same id do not share a paused child', async () => {
  const { sdk, backend } = openAgent();
  sdk.script(answer(toolUse('search')), answer(toolUse('search')), answer(text('One')), answer(text('Two')));
  const turns = [agentTurn('search'), agentTurn('search')];
  for (const turn of turns) turn.add((await collect(backend, turn.request())).events);
  turns[0]?.end();
  await sdk.agents[0]?.gone;
  expect(sdk.agents[1]?.isGone).toBe(false);
  expect((await collect(backend, (turns[1] as (typeof turns)[1]).request())).finish.reason).toBe('stop');
  expect(sdk.agents).toHaveLength(2);
  turns[1]?.end();
});
