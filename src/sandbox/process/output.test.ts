import { expect, test } from 'vitest';
import { Output } from './output.ts';
import type { Report } from './protocol.ts';

test('Output is bounded in bytes, ends with a whole character, and says what was left out', () => {
  const reports: Report[] = [];
  const output = new Output(10, (report) => reports.push(report));
  output.push('stdout', '€€€€€');
  output.push('stderr', 'more');
  output.flush();
  const text = reports.map((report) => (report.kind === 'print' ? report.text : '')).join('');
  expect(text).toMatch(/^€€€\n\[The output is too long \("limits\.pythonOutputBytes"\).*\]\n$/);
});
