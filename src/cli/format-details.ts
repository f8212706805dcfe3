import type { Format, Skeleton } from '../formats/index.ts';
import { writeCalls, writeOutcome } from '../formats/index.ts';
import { printable } from '../log/index.ts';
import { linesOf, listed } from './lines.ts';
import type { Terminal } from './terminal.ts';

/** One record in words: who writes it, its markers, and two calls with an outcome as they look. */
export function describeFormat(format: Format, { style, columns }: Terminal): string {
  const rows: (readonly [string, readonly string[]])[] = [
    ['calls are', SKELETONS[format.skeleton].split(' ')],
    ['families', listed(format.families)],
    ['also called', listed(format.aliases ?? [])],
    ['reasoning', reasoningOf(format)],
    ['answer', format.content ? around(format.content) : []],
    ['header', format.header ? around(format.header) : []],
    ['all calls', format.section ? around(format.section) : []],
    ['a call', callOf(format)],
    ['dropped', listed((format.ignored ?? []).map(printable))],
  ];
  return [
    style('bold', format.id),
    ...rows
      .filter(([, words]) => words.length > 0)
      .flatMap(([label, words]) =>
        linesOf(words, columns - LEFT).map((line, place) => `  ${(place === 0 ? label : '').padEnd(LEFT - 2)}${line}`),
      ),
    ...sample('Two calls:', writeCalls(format, callsIn(format))),
    ...sample('An outcome:', writeOutcome(format, { id: FIRST_ID, name: WEATHER, text: '4 °C, rain', isError: false })),
  ].join('\n');
}

const LEFT = 16;

const SKELETONS: Readonly<Record<Skeleton, string>> = {
  envelope: 'objects that hold name and arguments (envelope)',
  frame: 'a name in the markup, and one value (frame)',
  tagged: 'a name in the markup, and a tag for each parameter (tagged)',
  python: 'Python calls with keyword arguments (python)',
  raw: 'one string: a program (raw)',
};

function reasoningOf({ reasoning }: Format): readonly string[] {
  if (reasoning === undefined) return [];
  const { startsInside = false, calls } = reasoning;
  return [
    ...around(reasoning),
    ...(startsInside ? ['(the prompt may have opened it)'] : []),
    calls === 'ends' ? '(a call ends it)' : '(a call in it is a draft)',
  ];
}

function callOf(format: Format): readonly string[] {
  const isBare = 'bare' in format && format.bare === true;
  const { open, close, header } = format;
  if (open.length === 0)
    return [header === undefined ? 'no marker; where a message begins' : 'the body of its message'];
  return [...around({ open, close }), ...(isBare ? ['(or no marker, where a message begins)'] : [])];
}

/** `<a> or <b> … </a> or </b>`. */
function around({ open, close }: { readonly open: readonly string[]; readonly close: readonly string[] }) {
  const either = (markers: readonly string[]) => markers.map(printable).join(' or ');
  return [either(open), '…', ...(close.length === 0 ? [] : [either(close)])];
}

function sample(title: string, text: string): readonly string[] {
  return ['', `  ${title}`, ...text.split('\n').map((line) => `    ${printable(line)}`)];
}

const WEATHER = 'get_weather';
const FIRST_ID = 'a1b2c3d4e';

function callsIn(format: Format) {
  if (format.skeleton === 'raw') {
    const program = (code: string) => ({ id: '', name: format.name, arguments: { [format.argument]: code } });
    return [program('print(1 + 1)'), program('print(2 + 2)')];
  }
  return [
    { id: FIRST_ID, name: WEATHER, arguments: { city: 'Oslo', days: 2 } },
    { id: 'f5g6h7i8j', name: 'get_time', arguments: { timezone: 'Europe/Oslo' } },
  ];
}
