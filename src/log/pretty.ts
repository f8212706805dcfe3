import { styleText } from 'node:util';
import { printable } from './printable.ts';

/** Formats a JSON log line for people: `12:34:56.789 WARN  message  key=value`, with stacks indented below. */
export function prettyLine(line: string, colour: boolean): string {
  const { level = '', time = '', msg = '', ...fields } = JSON.parse(line) as LogRecord;
  const paint = (style: Style, text: string): string =>
    colour ? styleText(style, text, { validateStream: false }) : text;
  const rest = Object.entries(fields);
  const head = [
    paint('dim', clock(String(time))),
    paint(STYLES.get(String(level)) ?? 'dim', printable(String(level)).toUpperCase().padEnd(5)),
    printable(String(msg)),
  ].join(' ');
  const members = rest
    .filter(([, value]) => !isThrown(value))
    .map(([name, value]) => `${paint('dim', `${printable(name)}=`)}${shown(value)}`);
  const stacks = rest.filter(([, value]) => isThrown(value)).flatMap(([, value]) => stackLines(value as Thrown));
  return `${[head, ...members].join('  ').trimEnd()}\n${stacks.map((text) => `    ${paint('dim', text)}\n`).join('')}`;
}

/** A parsed log line. Redaction may have replaced any part of it, so no field has a certain type. */
type LogRecord = Readonly<Record<string, unknown>>;

/** An error as the redactor copies it. */
interface Thrown {
  readonly stack: string;
  readonly cause?: unknown;
  readonly [field: string]: unknown;
}

type Style = 'dim' | 'red' | 'yellow' | 'green';

const STYLES: ReadonlyMap<string, Style> = new Map([
  ['error', 'red'],
  ['warn', 'yellow'],
  ['info', 'green'],
]);

function clock(time: string): string {
  const local = new Date(time);
  if (Number.isNaN(local.getTime())) return printable(time);
  return new Date(local.getTime() - local.getTimezoneOffset() * 60_000).toISOString().slice(11, 23);
}

/** Returns the text itself if that is unambiguous, otherwise JSON. */
function shown(value: unknown): string {
  return printable(typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value));
}

function isThrown(value: unknown): value is Thrown {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'stack') === 'string';
}

function stackLines({ stack, cause, type: _type, message: _message, ...fields }: Thrown): string[] {
  const members = Object.entries(fields).map(([name, value]) => `  ${printable(name)}=${shown(value)}`);
  const causes = isThrown(cause) ? stackLines(cause) : cause === undefined ? [] : [shown(cause)];
  const [first, ...others] = causes;
  const caused = first === undefined ? [] : [`caused by ${first}`, ...others];
  return [...stack.split('\n').map(printable), ...members, ...caused];
}
