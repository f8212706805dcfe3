import { truncate } from '../core/index.ts';
import { printable } from '../log/index.ts';
import type { ServerReport } from '../mcp/index.ts';
import { excerptOf } from './excerpt.ts';
import { linesWithin } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** The servers, one a line; below one that is in trouble, what is known of it. */
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

/** One server in full. */
export function serverInFull(report: ServerReport, terminal: Terminal): string {
  const { title, version, connectMs, attempt, junkLines, junk, findings } = report;
  const rows = [
    ...(title === undefined ? [] : labelled('calls itself', title, terminal)),
    ...labelled('speaks', `${version === undefined ? '' : `MCP ${version} `}over ${report.transport}`, terminal),
    ...(connectMs === undefined
      ? []
      : labelled('connected', `in ${milliseconds(connectMs)}, on attempt ${attempt}`, terminal)),
    ...(junkLines === 0 ? [] : labelled('stdout', junkNote(junkLines), terminal)),
    ...(junk === undefined ? [] : labelled('the first of it', junk, terminal)),
    ...findings.flatMap((finding, place) =>
      labelled(place === 0 ? 'about its tools' : '', findingText(finding), terminal),
    ),
  ];
  const [head = '', line = ''] = linesOfTable([HEADS, cellsOf(report)], terminal);
  const stderr = stderrOf(report.stderr.trimEnd().split('\n'), terminal);
  return [terminal.style('bold', head), line, ...rows, ...troubleOf(report, terminal), ...stderr].join('\n');
}

export function milliseconds(ms: number): string {
  return `${Math.round(ms)} ms`;
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
  const widths = HEADS.map((_, place) => Math.max(...rows.map((row) => row[place]?.length ?? 0)));
  return rows.map((row) => {
    const line = row.map((cell, place) => cell.padEnd((widths[place] ?? 0) + GAP)).join('');
    return cut(line.trimEnd(), columns);
  });
}

/** What is odd about a server that works; what is wrong with another stands below it. */
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
  return [
    ...labelled('error', lastError, terminal),
    ...(check === '' ? [] : labelled('what to check', check, terminal)),
  ];
}

function stderrOf(lines: readonly string[], { foreign, style }: Terminal): readonly string[] {
  if (lines.every((line) => line.trim() === '')) return [];
  return [`  ${style('dim', 'stderr')}`, ...lines.map((line) => `    ${cut(foreign(line), LONGEST_LINE)}`)];
}

function labelled(label: string, text: string, { foreign, style, columns }: Terminal): readonly string[] {
  const words = foreign(text).split(/\s+/);
  return linesWithin(words, columns - LABEL).map(
    (line, place) => `  ${style('dim', (place === 0 ? label : '').padEnd(LABEL - 2))}${line}`,
  );
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : truncate(text, most - 1, '…');
}
