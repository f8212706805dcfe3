import { type Decision, found, type Limits, silentLog, type Tool, truncate } from '../core/index.ts';
import { printable } from '../log/index.ts';
import { type Listing, listTools, shapeOf } from '../tools/index.ts';
import { linesOf } from './layout.ts';
import type { Terminal } from './terminal.ts';

/** Formats a tool for a list: its name, the first line of its description and its parameters. */
export function toolInShort(listing: Listing, terminal: Terminal): string {
  return written(listing, firstLine(listing.description), terminal);
}

/** Formats everything about a tool, with its complete parameter schema. */
export function toolInFull(listing: Listing, terminal: Terminal): string {
  const { name, wireName, server, description, parameters } = listing;
  const { style, foreign } = terminal;
  const lines = [
    ...(wireName === name ? [] : [`name for models: ${foreign(wireName)}`]),
    ...(server === undefined ? [] : [`server: ${printable(server)}`]),
    'parameters:',
    ...foreign(JSON.stringify(parameters, null, 2)).split('\n'),
  ];
  return [written(listing, description, terminal), ...lines.map((line) => `  ${style('dim', line)}`)].join('\n');
}

function written({ name, parameters }: Listing, description: string, { style, foreign, columns }: Terminal): string {
  const wrapped = (text: string) =>
    foreign(text)
      .split('\n')
      .flatMap((line) => within(line, columns - INDENT.length));
  return [
    style('bold', printable(name)),
    ...wrapped(description).map((line) => INDENT + line),
    ...wrapped(parametersIn(parameters)).map((line) => INDENT + style('dim', line)),
  ].join('\n');
}

const INDENT = '  ';

/**
 * Breaks a line between words. A line that fits stays as it is, because it may be a table or code. A word is never split,
 * because it may be a URL.
 */
function within(line: string, width: number): readonly string[] {
  return line.length <= width ? [line] : linesOf(line.trim().split(/\s+/), width);
}

/** Formats the parameters. An object schema that declares nothing is shown as "no parameters". */
function parametersIn(schema: Listing['parameters']): string {
  const shape = shapeOf(schema);
  const isEmpty = shape === '{}' || (shape === 'object' && (schema.additionalProperties ?? true) === true);
  return isEmpty ? 'no parameters' : shape;
}

function firstLine(description: string): string {
  const whole = description.trim();
  const [line = ''] = whole.split('\n', 1);
  const shown = truncate(line, LONGEST_LINE).trimEnd();
  return shown.length === whole.length ? shown : `${shown} …`;
}

const LONGEST_LINE = 300;

/** Formats the decision on a tool that no model can see, or on a name that no tool has. */
export function leftOutText({ tool, rule, flip }: Decision): string {
  if (rule === 'no-such-tool') return `There is no tool ${found(tool)}: ${flip}`;
  return `The tool ${found(tool)} is left out (${rule}). To make it available, ${flip}.`;
}

/** Returns a sentence for each tool that models do not see, with the reason. */
export function leftOut(tools: readonly Tool[], limits: Limits): readonly string[] {
  const reasons: string[] = [];
  const warn = ({ tool, reason }: { readonly tool?: string; readonly reason?: string }): void => {
    if (reasons.length < MOST_LEFT_OUT) reasons.push(`The tool "${tool}" is left out: ${reason}`);
  };
  listTools(tools, { ...silentLog, warn }, limits);
  return reasons;
}

const MOST_LEFT_OUT = 20;
