import { expect, test } from 'vitest';
import { recordingLog } from '../../../test/recording-log.ts';
import { WITH_BUBBLEWRAP, WITHOUT_BUBBLEWRAP } from '../../../test/walls.ts';
import { loggedWalls } from './bubblewrap.ts';

test('One warning says that programs run without bubblewrap', async () => {
  const log = recordingLog();
  const walls = loggedWalls(log, WITHOUT_BUBBLEWRAP);
  for (let time = 0; time < 2; time++) expect(await walls.bubblewrap()).toMatchObject({ works: false });
  expect(log.lines).toMatchObject([{ level: 'warn', fields: { reason: 'bubblewrap is not installed' } }]);
});

test('No warning is logged if programs run inside bubblewrap', async () => {
  const log = recordingLog();
  expect(await loggedWalls(log, WITH_BUBBLEWRAP).bubblewrap()).toEqual({ works: true });
  expect(log.lines).toEqual([]);
});
