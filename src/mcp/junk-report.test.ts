import { expect } from 'vitest';
import { recordingLog } from '../../test/recording-log.ts';
import { proves } from '../../test/requirements.ts';
import { JunkReport } from './connection-log.ts';

proves(
  ['S2.mcp.pollution', 'L9'],
  'The first ten junk lines of a minute are logged with their content, the rest as a count',
  () => {
    const log = recordingLog();
    let now = 0;
    const report = new JunkReport(log, () => now);
    for (let line = 0; line < 1_000; line++) report.add({ kind: 'not-json', text: `line ${line}`, bytes: 6 });
    expect(log.lines).toHaveLength(10);
    expect(log.lines[0]).toMatchObject({ level: 'warn', fields: { line: 'line 0', bytes: 6 } });
    now = 60_000;
    report.add({ kind: 'not-a-message', text: '{}', bytes: 2 });
    expect(log.lines.slice(10).map(({ fields }) => fields)).toMatchObject([{ lines: 990 }, { line: '{}' }]);
    expect(report.lines).toBe(1_001);
  },
);
