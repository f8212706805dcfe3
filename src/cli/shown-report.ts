import type { House } from '../house.ts';
import type { ServerReport } from '../mcp/index.ts';

/** How a server is, as people see it: counting the tools that models see, and without what it was given in secret. */
export function asShown(
  report: ServerReport,
  { listings, redactor }: Pick<House, 'listings' | 'redactor'>,
): ServerReport {
  const hide = (_name: string, value: unknown) => (typeof value === 'string' ? redactor.text(value) : value);
  const plain = JSON.parse(JSON.stringify(report, hide)) as ServerReport;
  return { ...plain, tools: listings.all().filter(({ server }) => server === report.name).length };
}
