import { printable } from '../log/index.ts';
import { type Listing, shapeOf } from '../tools/index.ts';
import type { Terminal } from './terminal.ts';

/** A tool in a list: its name, which must not pass for two, and the first line of what it says of itself. */
export function toolInShort(listing: Listing, terminal: Terminal): string {
  return written(listing, firstLine(listing.description), terminal);
}

/** A tool with all that is known of it. */
export function toolInFull(listing: Listing, terminal: Terminal): string {
  const { name, wireName, server, description, parameters } = listing;
  const { style, foreign } = terminal;
  const lines = [
    ...(wireName === name ? [] : [`on the wire: ${foreign(wireName)}`]),
    ...(server === undefined ? [] : [`server: ${printable(server)}`]),
    'parameters:',
    ...foreign(JSON.stringify(parameters, null, 2)).split('\n'),
  ];
  return [written(listing, description, terminal), ...lines.map((line) => `  ${style('dim', line)}`)].join('\n');
}

function written({ name, parameters }: Listing, description: string, { style, foreign }: Terminal): string {
  const indented = foreign(description).replaceAll('\n', '\n  ');
  return `${style('bold', printable(name))}\n  ${indented}\n  ${style('dim', foreign(shapeOf(parameters)))}`;
}

function firstLine(description: string): string {
  const whole = description.trim();
  const [line = ''] = whole.split('\n', 1);
  const shown = line.slice(0, LONGEST_LINE).trimEnd();
  return shown.length === whole.length ? shown : `${shown} …`;
}

const LONGEST_LINE = 300;
