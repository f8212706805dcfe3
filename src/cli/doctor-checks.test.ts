import { expect, onTestFinished, test } from 'vitest';
import { testHouse } from '../../test/house.ts';
import { NOTHING } from './discover.ts';
import { type Finding, lookAtModels } from './doctor-checks.ts';

test.each([[[]], [[NOTHING]]])('that pocket answers is said once, where %j was found', async (found) => {
  const house = testHouse();
  onTestFinished(() => house.close());
  const said: Finding[] = [];
  for await (const finding of lookAtModels(house, found, new AbortController().signal)) said.push(finding);
  expect(said).toEqual([{ mark: 'ok', check: 'model', says: expect.stringContaining('pocket answers') }]);
});
