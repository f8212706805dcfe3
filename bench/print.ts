import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Series } from './measure.ts';

export function printMachine(): void {
  console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
  console.log(`load average before the run: ${loadAverage()}`);
}

/** Above zero before a run, or far above one after it, others were using the machine. */
export function loadAverage(): string {
  return loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
}

export function printTitle(title: string): void {
  console.log(`\n${title}\n${'='.repeat(title.length)}`);
}

/** Columns as wide as their widest cell; the first to the left, the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    widths.map((width, column) => pad(cells[column] ?? '', width, column)).join('  ');
  console.log(line(head).trimEnd());
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row).trimEnd());
}

/** Each text a paragraph; a list item's further lines are indented. */
export function printNotes(...texts: readonly string[]): void {
  console.log();
  for (const text of texts) console.log(wrap(text));
}

/** Three digits that mean something. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function whole(value: number): string {
  return value.toLocaleString('en');
}

/** From the lowest round to the highest. */
export function range(series: Series): string {
  return `${digits(series.at(0))}..${digits(series.at(1))}`;
}

/** Where half of the rounds lie: one busy moment of the machine does not show here. */
export function middleHalf(series: Series): string {
  return `${digits(series.at(0.25))}..${digits(series.at(0.75))}`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(2)} MB`;
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width);
}

const LINE_LENGTH = 118;

function wrap(text: string): string {
  const indent = text.startsWith('- ') ? '  ' : '';
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE_LENGTH) {
      lines.push(line);
      line = indent + word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}
