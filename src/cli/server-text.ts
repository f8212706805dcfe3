import { truncate } from '../core/index.ts';
import type { Gateway } from '../gateway.ts';
import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { counted, labelled, linesWithin, longestOf, milliseconds } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** A report for people: it counts the tools that models see, and holds no secret. */
export function asShown(
  report: ServerReport,
  { listings, redactor }: Pick<Gateway, 'listings' | 'redactor'>,
): ServerReport {
  const hide = (_name: string, value: unknown) => (typeof value === 'string' ? redactor.text(value) : value);
  const plain = JSON.parse(JSON.stringify(report, hide)) as ServerReport;
  return { ...plain, tools: listings.all().filter(({ server }) => server === report.name).length };
}

/** The servers, one a line; below each one in trouble, what is known of it. */
export function serverTable(reports: readonly ServerReport[], terminal: Terminal): string {
  const notes = reports.map(noteOn);
  const heads = notes.some((note) => note !== '') ? [...HEADS, 'note'] : HEADS;
  const [head = '', ...lines] = linesOfTable(
    [heads, ...reports.map((report, place) => [...cellsOf(report), notes[place] ?? ''])],
    terminal,
  );
  return [
    terminal.style('bold', head),
    ...reports.flatMap((report, place) => [lines[place] ?? '', ...troubleInShort(report, terminal)]),
  ].join('\n');
}

/** One server with all that is known of it. */
export function serverInFull(report: ServerReport, terminal: Terminal): string {
  const { title, version, transport, connectMs, attempt, junkLines, junk, findings } = report;
  const facts: readonly (readonly [label: string, text: string | undefined])[] = [
    ['calls itself', title],
    ['speaks', `${version === undefined ? '' : `MCP ${version} `}over ${transport}`],
    ['connected', connectMs === undefined ? undefined : `in ${milliseconds(connectMs)}, on attempt ${attempt}`],
    ['stdout', junkLines === 0 ? undefined : junkNote(junkLines)],
    ['the first of it', junk],
    ...findings.map((finding, place) => [place === 0 ? 'about its tools' : '', findingText(finding)] as const),
  ];
  const rows = facts.flatMap(([label, text]) => (text === undefined ? [] : fact(label, text, terminal)));
  const [head = '', line = ''] = linesOfTable([HEADS, cellsOf(report)], terminal);
  const stderr = stderrOf(report.stderr.trimEnd().split('\n'), terminal);
  return [terminal.style('bold', head), line, ...rows, ...troubleOf(report, terminal), ...stderr].join('\n');
}

export function junkNote(lines: number): string {
  return `${lines === 1 ? 'a line that is no message' : `${lines} lines that are no messages`} of MCP; a server's own words belong on stderr`;
}

export function findingText({ tool, reason }: ServerReport['findings'][number]): string {
  return `${tool === '' ? 'a tool' : tool}: ${reason}`;
}

const HEADS = ['server', 'state', 'tools', 'latency'];
const GAP = 2;
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

/** Columns as wide as their widest cell, and no line wider than the terminal. */
function linesOfTable(rows: readonly (readonly string[])[], { columns }: Terminal): readonly string[] {
  const widths = HEADS.map((_, place) => longestOf(rows.map((row) => row[place] ?? '')));
  return rows.map((row) => {
    const line = row.map((cell, place) => cell.padEnd((widths[place] ?? 0) + GAP)).join('');
    return cut(line.trimEnd(), columns);
  });
}

/** Remarks on a server that works; the error of another stands below its line. */
function noteOn({ lastError = '', findings, junkLines }: ServerReport): string {
  if (lastError !== '') return '';
  return [
    ...(findings.length === 0 ? [] : [`${counted(findings.length, 'remark')} on its tools`]),
    ...(junkLines === 0 ? [] : [`${counted(junkLines, 'line')} of junk on stdout`]),
  ].join(', ');
}

function troubleInShort(report: ServerReport, terminal: Terminal): readonly string[] {
  const trouble = troubleOf(report, terminal);
  return trouble.length === 0 ? [] : [...trouble, ...stderrOf(excerptOf(report.stderr, MOST_LINES), terminal)];
}

function troubleOf({ lastError = '', check = '' }: ServerReport, terminal: Terminal): readonly string[] {
  if (lastError === '') return [];
  return [...fact('error', lastError, terminal), ...(check === '' ? [] : fact('what to check', check, terminal))];
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
 * The most useful lines of a server's stderr: the last ones, and the first that reports an error. Blank lines and stack
 * frames are left out.
 */
export function excerptOf(stderr: string, most: number): readonly string[] {
  const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !FRAME.test(line));
  if (lines.length <= most) return lines;
  const first = lines.findIndex((line) => ERROR.test(line));
  const isInTail = first === -1 || first >= lines.length - most;
  return isInTail ? lines.slice(-most) : [lines[first] ?? '', '…', ...lines.slice(2 - most)];
}

/** `    at Module._load (node:internal/…)`, as Node writes it. */
const FRAME = /^\s+at \S/;
/** `TypeError: …`, `npm error …`, `npm ERR! …`; not `0 errors`. */
const ERROR = /error\b|ERR!/i;
