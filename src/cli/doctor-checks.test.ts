import { expect, onTestFinished, test } from 'vitest';
import { testGateway } from '../../test/gateway.ts';
import { NOTHING } from './discover.ts';
import { type Finding, lookAtModels } from './doctor-checks.ts';

test.each([[[]], [[NOTHING]]])(
  'Doctor reports exactly once that pocket answers, if discovery found %j',
  async (found) => {
    const gateway = testGateway();
    onTestFinished(() => gateway.close());
    const said: Finding[] = [];
    for await (const finding of lookAtModels(gateway, found, new AbortController().signal)) said.push(finding);
    expect(said).toEqual([{ mark: 'ok', check: 'model', says: expect.stringContaining('pocket answers') }]);
  },
);
