import type { Redactor } from '../log/index.ts';
import { linesWithin } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** What one check found. */
export interface Finding {
  readonly mark: 'ok' | 'warning' | 'problem';
  /** What was looked at. */
  readonly check: string;
  /** In a sentence. */
  readonly says: string;
  /** Lines that show it. */
  readonly details?: readonly string[];
  /** What to do. */
  readonly fix?: string;
}

export function writeFinding({ mark, check, says, details = [], fix = '' }: Finding, terminal: Terminal): string {
  const { style, foreign, columns } = terminal;
  const wrapped = (text: string) => linesWithin(foreign(text).split(/\s+/), columns - LEFT);
  const [first = '', ...rest] = wrapped(says);
  return [
    `${style(COLOURS[mark], mark.padEnd(MARK))}${foreign(check).padEnd(CHECK)}${first}`,
    ...rest.map(indented),
    ...details.map((line) => style('dim', indented(`  ${foreign(line).replaceAll('\n', '\\n')}`))),
    ...(fix === '' ? [] : wrapped(`What to do: ${fix}`).map(indented)),
  ].join('\n');
}

export function withoutSecrets(finding: Finding, { text }: Redactor): Finding {
  const { says, details, fix } = finding;
  return {
    ...finding,
    says: text(says),
    ...(details === undefined ? {} : { details: details.map(text) }),
    ...(fix === undefined ? {} : { fix: text(fix) }),
  };
}

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;
const MARK = 9;
const CHECK = 10;
const LEFT = MARK + CHECK;

function indented(line: string): string {
  return `${' '.repeat(LEFT)}${line}`;
}
