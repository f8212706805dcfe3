import { describe, expect, test } from 'vitest';
import { proves } from '../requirements.ts';
import { textAnswer } from '../upstream.ts';
import { outline, toolNames } from './gateway.ts';
import { Client, program, setUp } from './python.ts';

describe('Permit rules and programs', () => {
  proves(
    'L7',
    'A rule that denies python_execution keeps it out of the prompt, and `explain` names the rule',
    async () => {
      const permit = JSON.stringify([{ tool: 'python_execution', verdict: 'deny' }]);
      const gateway = await setUp({ settings: { permit } });
      gateway.upstream.script(textAnswer('Hello.'));
      await new Client(gateway).ask();
      expect(gateway.asked().map(toolNames)).toEqual([['bash', 'price']]);
      const explained = await gateway.post({ query: 'Hello?' }, { path: '/v1/explain' });
      const { decisions } = (await explained.json()) as { decisions: unknown };
      expect(decisions).toContainEqual(
        expect.objectContaining({
          tool: 'python_execution',
          verdict: 'out',
          rule: 'denied',
          flip: expect.stringContaining('permit[0]'),
        }),
      );
    },
  );

  proves('L7', 'A tool that a rule denies is no function of a program', async () => {
    const careful = { name: 'careful', metadata: { annotations: { readOnlyHint: false } }, invoke: () => 'ran' };
    const permit = JSON.stringify([{ annotations: { readOnlyHint: false }, verdict: 'deny' }]);
    const gateway = await setUp({ tools: [careful], settings: { permit } });
    gateway.upstream.script(program('try:\n    careful()\nexcept NameError as e:\n    print(e)'), textAnswer('Sorry.'));
    await new Client(gateway).finish();
    expect(outline(gateway.asked()[1]).at(-1)).toBe("python_execution → name 'careful' is not defined");
  });
});

describe('The reports of the gateway about the calls of a program', () => {
  test('The log and the observer name the program that made a call', async () => {
    const gateway = await setUp();
    const labels: object[] = [];
    gateway.gateway.observer.on('call-finished', (call) => labels.push({ tool: call.tool, ...call.labels }));
    gateway.upstream.script(program('price(q="a")'), textAnswer('Done.'));
    await new Client(gateway).finish();
    const turn = expect.any(String);
    expect(labels).toEqual([
      { tool: 'price', turn, program: 'py_1' },
      { tool: 'python_execution', turn },
    ]);
    const logged = gateway.gateway.log.lines.filter(({ message }) => message === 'Tool executed.');
    expect(logged.map(({ fields }) => fields.program)).toEqual(['py_1', undefined]);
  });

  test('A direct call of python_execution is refused with the reason', async () => {
    const gateway = await setUp();
    const response = await gateway.post({ code: '1' }, { path: '/tools/python_execution' });
    const { failure } = (await response.json()) as { failure: unknown };
    expect(failure).toMatchObject({ kind: 'gone', reason: expect.stringContaining('only in the turns of a model') });
  });
});
