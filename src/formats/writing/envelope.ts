import type { EnvelopeFormat } from '../format.ts';
import type { Writable } from './call.ts';
import { callMarkers, type WriteContext } from './pen.ts';
import { writeValue } from './values.ts';

/** Writes calls as objects that hold the name and the arguments. */
export function writeEnvelopes(pen: WriteContext<EnvelopeFormat>, calls: readonly Writable[]): string {
  const { format } = pen;
  const { open, close } = callMarkers(pen);
  const objects = calls.map((call) => writeValue(envelope(format, call), format.values, pen.markers));
  const line = isOnLines(close) ? '\n' : '';
  switch (format.several) {
    case 'array': {
      const list = objects.join(', ');
      if (format.isArrayOpen === true) return `${open}${list}${close}`;
      return `${open}[${list}]${open.endsWith('\n') && close !== '' ? '\n' : ''}${close}`;
    }
    case 'row':
      return `${open}${line}${objects.join(rowSeparator(format))}${line}${close}`;
    case 'repeat':
      return objects.map((object) => `${open}${line}${object}${line}${close}`).join(rowSeparator(format));
    default:
      return format.several satisfies never;
  }
}

function rowSeparator({ separator = '\n' }: EnvelopeFormat): string {
  return separator.trim() === '' ? separator : `${separator} `;
}

function envelope(format: EnvelopeFormat, { name, members, id }: Writable): object {
  if (format.name === 'only-key') return Object.fromEntries([[name, members]]);
  const idKey = id === '' ? undefined : format.callId?.[0];
  return Object.fromEntries([
    [format.name[0] ?? 'name', name],
    [format.arguments[0] ?? 'arguments', members],
    ...(idKey === undefined ? [] : [[idKey, id]]),
  ]);
}

/** True if objects are on lines of their own: they are between tags, but not next to special tokens. */
function isOnLines(close: string): boolean {
  return close.startsWith('</');
}
