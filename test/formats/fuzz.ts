import { createReader, formats, type ReaderEvent, type ReaderOptions } from '../../src/formats/index.ts';
import { type FormatCase, toolsOf } from './cases/case.ts';
import { cases } from './cases/index.ts';
import { joined } from './joined.ts';

/** A text, its chunks, and the options of the reader. */
export interface Trial {
  readonly text: string;
  readonly chunks: readonly string[];
  readonly options: ReaderOptions;
}

/** Returns a deterministic generator of numbers in [0, 1). The same seed gives the same numbers. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random text of markers, pieces of JSON and Python, names and noise, or a case with random mutations. */
export function newTrial(random: () => number): Trial {
  const isCase = random() < 0.5;
  const one = pick(random, everyCase);
  const text = isCase ? mutated(one.wanted.text, random) : rowOf(random);
  const names =
    random() < 0.3 ? everyFormat : [isCase ? one.format : pick(random, everyFormat), pick(random, everyFormat)];
  const options: ReaderOptions = {
    formats: names,
    tools: random() < 0.7 ? toolsOf({ ...one.wanted, tools: 'five' }) : random() < 0.8 ? undefined : [],
    startInReasoning: random() < 0.1,
    outcomes: random() < 0.2 ? ['<tool_response>\n12:00\n</tool_response>', '<tool_response>{</tool_response>'] : [],
    toolChoice: random() < 0.05 ? 'none' : 'auto',
    policy: {
      textAround: random() < 0.1 ? 'trimmed' : 'exact',
      unknownTools: pick(random, ['passed', 'passed', 'text', 'dropped']),
      callsInReasoning: pick(random, ['by-format', 'by-format', 'read', 'ignored']),
      malformed: random() < 0.1 ? 'dropped' : 'text',
      inventedResults: random() < 0.3 ? 'cut' : 'kept',
    },
  };
  return { text, chunks: cut(text, random), options };
}

/** Returns the fault that a trial shows, or undefined. */
export function faultOf({ text, chunks, options }: Trial): string | undefined {
  const whole = JSON.stringify(joined(readAll(options, [text])));
  const pieces = JSON.stringify(joined(readAll(options, chunks)));
  if (whole !== pieces) return `The events depend on the chunking: ${pieces} instead of ${whole}`;
  return undefined;
}

export function readAll(options: ReaderOptions, chunks: Iterable<string>): readonly ReaderEvent[] {
  const reader = createReader(options);
  const events: ReaderEvent[] = [];
  for (const chunk of chunks) events.push(...reader.push(chunk));
  events.push(...reader.end());
  checkCalls(events);
  return events;
}

/** Throws unless every call starts once and ends once, and its `call-args` add up to its arguments. */
function checkCalls(events: readonly ReaderEvent[]): void {
  const open = new Map<number, string>();
  const ids = new Set<string>();
  for (const event of events) {
    if (event.type === 'text' || event.type === 'reasoning') {
      if (event.text === '') throw new Error('An event has an empty text.');
    } else if (event.type === 'call-start') {
      if (open.has(event.index) || ids.has(event.id))
        throw new Error(`Call ${event.index} starts twice or has the id of another call.`);
      open.set(event.index, '');
      ids.add(event.id);
    } else if (event.type === 'call-args') {
      const begun = open.get(event.index);
      if (begun === undefined || event.text === '')
        throw new Error(`Call ${event.index} has an empty call-args event, or one before its call-start.`);
      open.set(event.index, begun + event.text);
    } else if (event.index !== undefined && (event.type === 'call' || ENDS.has(event.code))) {
      const joined = open.get(event.index);
      if (!open.delete(event.index)) throw new Error(`Call ${event.index} ends twice or never started.`);
      if (event.type === 'notice') continue;
      if (joined !== event.argumentsText) throw new Error(`The call-args do not add up to argumentsText: ${joined}`);
      if (JSON.stringify(JSON.parse(joined)) !== JSON.stringify(event.arguments))
        throw new Error(`The arguments differ from argumentsText: ${joined}`);
    }
  }
  if (open.size > 0) throw new Error(`Calls that never end: ${[...open.keys()]}`);
}

const ENDS: ReadonlySet<string> = new Set(['malformed', 'incomplete']);

const everyFormat = formats.map(({ id }) => id);

const everyCase: readonly { readonly format: string; readonly wanted: FormatCase }[] = [...cases].flatMap(
  ([format, list]) => list.filter(({ text }) => text.length < 2_000).map((wanted) => ({ format, wanted })),
);

const markers: readonly string[] = [
  ...new Set(
    formats.flatMap((format) => [
      ...format.open,
      ...format.close,
      ...(format.section?.open ?? []),
      ...(format.section?.close ?? []),
      ...(format.reasoning?.open ?? []),
      ...(format.reasoning?.close ?? []),
      ...(format.header?.open ?? []),
      ...(format.header?.close ?? []),
      ...(format.header?.end ?? []),
      ...(format.ignored ?? []),
      ...(format.results ?? []),
      format.outcome?.open.trim() ?? '',
      ...(format.skeleton === 'tagged' && format.parameter.kind === 'tags'
        ? [...format.parameter.open, ...format.parameter.close, format.parameter.valueOpen ?? '']
        : []),
      ...(format.skeleton === 'frame' ? [...format.head.until, format.head.before ?? ''] : []),
    ]),
  ),
].filter((marker) => marker !== '');

const fragments = [
  ...['{', '}', '[', ']', '(', ')', ',', ':', '=', ';', '"', "'", '\\', '\n', ' ', '<', '>', '|', '`', '*'],
  ...[
    '{"name": "get_weather", "arguments": {"city": "Oslo"}}',
    '{"name": "get_time", "arguments": {',
    '"city": "',
    '"arguments": ',
    '<tool_response>\n12:00\n</tool_response>',
  ],
  ...[
    'get_weather',
    'get_time',
    'write_file',
    'launch',
    'functions.get_weather:0',
    ' name="get_weather"',
    ' name="city"',
    'city',
    'to=functions.get_time',
  ],
  ...[
    "[get_weather(city='Oslo')]",
    'get_time()',
    '```json\n',
    '```python\n',
    '```',
    'call:get_weather{city:',
    '<|"|>',
    '<escape>',
  ],
  ...[
    'True',
    'null',
    '007',
    '-1e5',
    '12345678901234567890',
    '\\u00e9',
    '\\n',
    '😀',
    '\ud83d',
    '\u2028',
    '\u0000',
    'Ċ',
    'prose and more prose',
    '<![CDATA[',
    ']]>',
  ],
];

function rowOf(random: () => number): string {
  const length = 1 + Math.floor(random() * 24);
  const isLong = random() < 0.05; // some fragments are repeated thousands of times
  return Array.from({ length }, () => {
    if (isLong && random() < 0.3) return pick(random, fragments).repeat(1 + Math.floor(random() * 4_000));
    return pick(random, random() < 0.45 ? markers : fragments);
  }).join('');
}

/** Returns the text with a few random deletions, repetitions, moves, insertions or truncations. */
function mutated(text: string, random: () => number): string {
  let result = text;
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
    const at = Math.floor(random() * (result.length + 1));
    const end = Math.min(result.length, at + 1 + Math.floor(random() * 12));
    const [before, middle, after] = [result.slice(0, at), result.slice(at, end), result.slice(end)];
    result = pick(random, [
      () => before + after,
      () => before + middle + middle + after,
      () => after + middle + before,
      () => before + pick(random, random() < 0.5 ? markers : fragments) + middle + after,
      () => before,
    ])();
  }
  return result;
}

function cut(text: string, random: () => number): readonly string[] {
  const most = pick(random, [1, 2, 4, 16, 64]);
  const chunks: string[] = [];
  for (let at = 0; at < text.length; ) {
    const size = 1 + Math.floor(random() * most);
    chunks.push(text.slice(at, at + size));
    at += size;
  }
  return chunks;
}

function pick<T>(random: () => number, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)] as T;
}
