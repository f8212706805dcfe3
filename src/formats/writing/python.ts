import type { PythonFormat, RawFormat } from '../format.ts';
import { plainName, type Writable } from './call.ts';
import { breakMarkers, type Markers } from './neutralise.ts';
import { callMarkers, type Pen, rawBody } from './pen.ts';
import { writePython } from './values.ts';

/** Python calls with keyword arguments. */
export function writePythonCalls(pen: Pen<PythonFormat>, calls: readonly Writable[]): string {
  const { format, markers } = pen;
  const { open, close } = callMarkers(pen);
  const written = calls.map((call) => writePythonCall(call, markers));
  const body = format.several === 'list' ? `[${written.join(', ')}]` : written.join('\n');
  return `${open}${body}${close}`;
}

/** Each call is a program: its own text, or a call of that tool. */
export function writePrograms(pen: Pen<RawFormat>, calls: readonly Writable[]): string {
  const { format, markers } = pen;
  const programs = calls.map((call) => {
    const body = call.name === format.name ? rawBody(call, format.argument) : undefined;
    const code = body === undefined ? writePythonCall(call, markers) : breakMarkers(body, markers);
    return `${format.open[0] ?? ''}${code}${code.endsWith('\n') ? '' : '\n'}${format.close[0] ?? ''}`;
  });
  return programs.join('\n');
}

export function writePythonCall({ name, members }: Writable, markers: Markers): string {
  const written = Object.entries(members)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => writeArgument(key, writePython(value, markers), markers));
  return `${plainName(name)}(${written.join(', ')})`;
}

/** What cannot be a keyword is passed as Python would pass it. */
function writeArgument(key: string, value: string, markers: Markers): string {
  return isKeyword(key) ? `${key}=${value}` : `**{${writePython(key, markers)}: ${value}}`;
}

/** A hyphen is no letter in Python, but models write it as one. */
export function isKeyword(key: string): boolean {
  return key !== '' && !LEADING.includes(key.charAt(0)) && plainName(key) === key && !hasOperator(key);
}

const LEADING = '0123456789-.';

function hasOperator(key: string): boolean {
  return Array.from('+*/%!?:#@^~').some((letter) => key.includes(letter));
}
