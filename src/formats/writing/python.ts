import type { PythonFormat, RawFormat } from '../format.ts';
import { plainName, type Writable } from './call.ts';
import { breakMarkers, type Markers } from './neutralise.ts';
import { callMarkers, rawBody, type WriteContext } from './pen.ts';
import { writePython } from './values.ts';

/** Writes calls as Python calls with keyword arguments. */
export function writePythonCalls(pen: WriteContext<PythonFormat>, calls: readonly Writable[]): string {
  const { format, markers } = pen;
  const { open, close } = callMarkers(pen);
  const written = calls.map((call) => writePythonCall(call, markers));
  const body = format.several === 'list' ? `[${written.join(', ')}]` : written.join('\n');
  return `${open}${body}${close}`;
}

/** Writes each call as a program: the program text itself, or a Python call of the tool. */
export function writePrograms(pen: WriteContext<RawFormat>, calls: readonly Writable[]): string {
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

/** Writes one argument. A name that cannot be a keyword is passed as `**{"name": value}`. */
function writeArgument(key: string, value: string, markers: Markers): string {
  return isKeyword(key) ? `${key}=${value}` : `**{${writePython(key, markers)}: ${value}}`;
}

/** True if the name can be written as a keyword argument. Hyphens are allowed, because models write them in names. */
export function isKeyword(key: string): boolean {
  return key !== '' && !LEADING.includes(key.charAt(0)) && plainName(key) === key && !hasOperator(key);
}

const LEADING = '0123456789-.';

function hasOperator(key: string): boolean {
  return Array.from('+*/%!?:#@^~').some((letter) => key.includes(letter));
}
