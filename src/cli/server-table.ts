import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { linesWithin } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** The servers, one a line; below one that is in trouble, what is known of it. */
export function serverTable(reports: readonly ServerReport[], terminal: Terminal): string {
  const rows = reports.map((report) => cellsOf(report));
  const widths = HEADS.map((head, place) => Math.max(head.length, ...rows.map((row) => row[place]?.length ?? 0)));
  const line = (cells: readonly string[], note = ''): string => {
    const known = cells.map((cell, place) => cell.padEnd((widths[place] ?? 0) + GAP)).join('');
    return cut(`${known}${note}`, terminal.columns).trimEnd();
  };
  return [
    terminal.style('bold', line(HEADS)),
    ...reports.flatMap((report, place) => [
      line(rows[place] ?? [], oneLine(noteOn(report), terminal)),
      ...troubleOf(report, terminal, LAST_LINES),
    ]),
  ].join('\n');
}

/** One server in full. */
export function serverInFull(report: ServerReport, terminal: Terminal): string {
  const { title, version, connectMs, attempt, junkLines, findings } = report;
  const rows = [
    ...(title === undefined ? [] : labelled('calls itself', title, terminal)),
    ...labelled('speaks', `${version === undefined ? '' : `MCP ${version} `}over ${report.transport}`, terminal),
    ...(connectMs === undefined
      ? []
      : labelled('connected', `in ${milliseconds(connectMs)}, on attempt ${attempt}`, terminal)),
    ...(junkLines === 0 ? [] : labelled('stdout', junkNote(junkLines), terminal)),
    ...findings.flatMap((finding, place) =>
      labelled(place === 0 ? 'left out or changed' : '', findingText(finding), terminal),
    ),
  ];
  const table = serverTable([{ ...report, lastError: '', check: '', stderr: '' }], terminal);
  return [table, ...rows, ...troubleOf(report, terminal, Number.POSITIVE_INFINITY)].join('\n');
}

export function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
}

/** The last lines of what a server wrote to its stderr. */
export function lastLines(stderr: string, most: number): readonly string[] {
  const lines = stderr.trimEnd().split('\n');
  return stderr.trim() === '' ? [] : lines.slice(-Math.min(most, lines.length));
}

export function junkNote(lines: number): string {
  return `${lines === 1 ? 'a line that is no message' : `${lines} lines that are no messages`} of MCP; a server's own words belong on stderr`;
}

export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function findingText({ tool, reason }: ServerReport['findings'][number]): string {
  return `${tool === '' ? 'a tool' : tool}: ${reason}`;
}

const HEADS = ['server', 'state', 'tools', 'latency'];
const GAP = 2;
const LONGEST_NAME = 32;
const LAST_LINES = 8;
const LONGEST_LINE = 400;
const LABEL = 22;

function cellsOf({ name, state, tools, latencyMs }: ServerReport): readonly string[] {
  return [
    cut(printable(name), LONGEST_NAME),
    state,
    state === 'disabled' ? '-' : String(tools),
    latencyMs === undefined ? '-' : milliseconds(latencyMs),
  ];
}

/** What is wrong, in short. */
function noteOn({ lastError, findings, junkLines }: ServerReport): string {
  if (lastError !== undefined && lastError !== '') return lastError;
  return [
    ...(findings.length === 0 ? [] : [`${counted(findings.length, 'tool')} left out or changed`]),
    ...(junkLines === 0 ? [] : [`${counted(junkLines, 'line')} of junk on stdout`]),
  ].join(', ');
}

function troubleOf(
  { lastError = '', check = '', stderr }: ServerReport,
  terminal: Terminal,
  most: number,
): readonly string[] {
  if (lastError === '') return most === LAST_LINES ? [] : stderrOf(stderr, terminal, most);
  return [
    ...labelled('error', lastError, terminal),
    ...(check === '' ? [] : labelled('what to check', check, terminal)),
    ...stderrOf(stderr, terminal, most),
  ];
}

function stderrOf(stderr: string, { foreign, style }: Terminal, most: number): readonly string[] {
  const lines = lastLines(stderr, most).map((line) => `    ${cut(foreign(line), LONGEST_LINE)}`);
  return lines.length === 0 ? [] : [`  ${style('dim', 'stderr')}`, ...lines];
}

function labelled(label: string, text: string, { foreign, style, columns }: Terminal): readonly string[] {
  const words = foreign(text).split(/\s+/);
  return linesWithin(words, columns - LABEL).map(
    (line, place) => `  ${style('dim', (place === 0 ? label : '').padEnd(LABEL - 2))}${line}`,
  );
}

function oneLine(text: string, { foreign }: Terminal): string {
  return foreign(text.split('\n', 1)[0] ?? '');
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, Math.max(0, most - 1))}…`;
}
