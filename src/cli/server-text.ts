import { truncate } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { counted, labelled, linesOfTable, linesWithin, milliseconds } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** Returns a report for people: `tools` counts only the tools that models see, and secrets are redacted. */
export function asShown(
  report: ServerReport,
  { listings, redactor }: Pick<Gateway, 'listings' | 'redactor'>,
): ServerReport {
  const hide = (_name: string, value: unknown) => (typeof value === 'string' ? redactor.text(value) : value);
  const plain = JSON.parse(JSON.stringify(report, hide)) as ServerReport;
  return { ...plain, tools: listings.all().filter(({ server }) => server === report.name).length };
}

/** Formats the servers as a table, one per line. Below each server that has an error, shows the error and its stderr. */
export function serverTable(reports: readonly ServerReport[], terminal: Terminal): string {
  const notes = reports.map(noteOn);
  const heads = notes.some((note) => note !== '') ? [...HEADS, 'note'] : HEADS;
  const [head = '', ...lines] = linesOfTable(
    [heads, ...reports.map((report, place) => [...cellsOf(report), notes[place] ?? ''])],
    terminal.columns,
  );
  return [
    terminal.style('bold', head),
    ...reports.flatMap((report, place) => [lines[place] ?? '', ...troubleInShort(report, terminal)]),
  ].join('\n');
}

/** Formats everything that is known about one server. */
export function serverInFull(report: ServerReport, terminal: Terminal): string {
  const { title, note, version, transport, connectMs, attempt, junkLines, junk } = report;
  const { problems, repairs } = sortedFindings(report);
  const facts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['title', title],
    ['note', note],
    ['protocol', `${version === undefined ? '' : `MCP ${version} `}over ${transport}`],
    ['connected', connectMs === undefined ? undefined : `in ${milliseconds(connectMs)}, on attempt ${attempt}`],
    ['stdout', junkLines === 0 ? undefined : junkNote(junkLines)],
    ['first such line', junk],
    ...problems.map((finding, place) => [place === 0 ? 'tool problems' : '', findingText(finding)] as const),
    ...repairs.map((finding, place) => [place === 0 ? 'repaired tools' : '', findingText(finding)] as const),
  ];
  const rows = facts.flatMap(([label, text]) => (text === undefined ? [] : fact(label, text, terminal)));
  const [head = '', line = ''] = linesOfTable([HEADS, cellsOf(report)], terminal.columns);
  const stderr = stderrOf(report.stderr.trimEnd().split('\n'), terminal);
  return [terminal.style('bold', head), line, ...rows, ...troubleOf(report, terminal), ...stderr].join('\n');
}

export function junkNote(lines: number): string {
  return `${lines === 1 ? '1 line that is not an MCP message' : `${lines} lines that are not MCP messages`}; a server must write its logs to stderr`;
}

/** Separates the repairs, which lose nothing, from the problems. */
export function sortedFindings({ findings }: ServerReport) {
  const { problems = [], repairs = [] } = Object.groupBy(findings, ({ isRepair }) =>
    isRepair === true ? 'repairs' : 'problems',
  );
  return { problems, repairs };
}

export function findingText({ tool, reason }: ServerReport['findings'][number]): string {
  return tool === '' ? reason : `${tool}: ${reason}`;
}

const HEADS = ['server', 'state', 'tools', 'latency'];
const LONGEST_NAME = 32;
const MOST_LINES = 8;
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

/** Returns notes on a server without an error. An error is shown below the line of its server instead. */
function noteOn(report: ServerReport): string {
  const { lastError = '', note, junkLines } = report;
  const { problems } = sortedFindings(report);
  if (lastError !== '') return '';
  return [
    ...(note === undefined ? [] : [note]),
    ...(problems.length === 0 ? [] : [`${counted(problems.length, 'problem')} in tools`]),
    ...(junkLines === 0 ? [] : [`${counted(junkLines, 'non-MCP line')} on stdout`]),
  ].join(', ');
}

function troubleInShort(report: ServerReport, terminal: Terminal): readonly string[] {
  const trouble = troubleOf(report, terminal);
  return trouble.length === 0 ? [] : [...trouble, ...stderrOf(excerptOf(report.stderr, MOST_LINES), terminal)];
}

function troubleOf({ lastError = '', check = '' }: ServerReport, terminal: Terminal): readonly string[] {
  if (lastError === '') return [];
  return [...fact('error', lastError, terminal), ...(check === '' ? [] : fact('what to do', check, terminal))];
}

function stderrOf(lines: readonly string[], { foreign, style }: Terminal): readonly string[] {
  if (lines.every((line) => line.trim() === '')) return [];
  return [`  ${style('dim', 'stderr')}`, ...lines.map((line) => `    ${cut(foreign(line), LONGEST_LINE)}`)];
}

function fact(label: string, text: string, { foreign, style, columns }: Terminal): readonly string[] {
  const lines = linesWithin(foreign(text).split(/\s+/), columns - LABEL);
  return labelled(`  ${label}`, LABEL, lines, (dimmed) => style('dim', dimmed));
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : truncate(text, most - 1, '…');
}

/**
 * Returns the most useful lines of a server's stderr: the last ones, and the first one that reports an error. Leaves out blank
 * lines and stack frames.
 */
export function excerptOf(stderr: string, most: number): readonly string[] {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line));
  if (lines.length <= most) return lines;
  const first = lines.findIndex((line) => ERROR.test(line));
  const isInTail = first === -1 || first >= lines.length - most;
  return isInTail ? lines.slice(-most) : [lines[first] ?? '', '…', ...lines.slice(2 - most)];
}

/** A stack frame as Node writes it: `    at Module._load (node:internal/…)`. */
const FRAME = /^\s+at \S/;
/** A line that reports an error: `TypeError: …`, `npm error …`, `npm ERR! …`, but not `0 errors`. */
const ERROR = /error\b|ERR!/i;
