import { availableParallelism, cpus, loadavg } from 'node:os';
import type { Series } from './measure.ts';

export function printMachine(): void {
  console.log(`Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`);
  console.log(`Load average before the run: ${loadAverage()}.`);
}

/** A value above 0 before a run, or far above 1 after it, means that other programs used the machine. */
export function loadAverage(): string {
  return loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
}

export function printTitle(title: string): void {
  console.log(`\n${title}\n${'='.repeat(title.length)}`);
}

/** Prints columns as wide as their widest cell: the first left-aligned, the others right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    widths.map((width, column) => pad(cells[column] ?? '', width, column)).join('  ');
  console.log(line(head).trimEnd());
  console.log(widths.map((width) => '-'.repeat(width)).join('  '));
  for (const row of rows) console.log(line(row).trimEnd());
}

/** Prints each text as a wrapped paragraph. Continuation lines of a list item are indented. */
export function printNotes(...texts: readonly string[]): void {
  console.log();
  for (const text of texts) console.log(wrap(text));
}

/** Formats a number with about three significant digits. */
export function digits(value: number): string {
  const size = Math.abs(value);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2);
}

export function whole(value: number): string {
  return value.toLocaleString('en');
}

/** Formats the lowest and the highest round. */
export function range(series: Series): string {
  return `${digits(series.at(0))}..${digits(series.at(1))}`;
}

/** Formats the range of the middle half of the rounds, which a single busy moment of the machine does not affect. */
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
