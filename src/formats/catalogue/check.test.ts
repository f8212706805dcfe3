import { describe, expect, test } from 'vitest';
import type { EnvelopeFormat, Format, FrameFormat, Header, PythonFormat, RawFormat, TaggedFormat } from '../format.ts';
import { checkCatalogue, checkFormat } from './check.ts';

const envelope: EnvelopeFormat = {
  id: 'sound',
  families: ['Sound'],
  skeleton: 'envelope',
  open: ['<call>'],
  close: ['</call>'],
  name: ['name'],
  arguments: ['arguments'],
  values: 'json',
  several: 'repeat',
};

const frame: FrameFormat = {
  id: 'sound',
  families: ['Sound'],
  skeleton: 'frame',
  open: ['<call>'],
  close: ['</call>'],
  head: { until: ['<args>'] },
  values: 'json',
};

const parameter = {
  kind: 'tags',
  open: ['<parameter'],
  key: { attribute: 'name', until: ['>'] },
  close: ['</parameter>'],
  typing: 'json',
} as const;

const tagged: TaggedFormat = {
  id: 'sound',
  families: ['Sound'],
  skeleton: 'tagged',
  open: ['<call'],
  close: ['</call>'],
  head: { attribute: 'name', until: ['>'] },
  parameter,
};

const nested: TaggedFormat = {
  ...tagged,
  open: ['~<call'],
  close: ['~</call>'],
  parameter: { kind: 'elements', prefix: '~', item: 'item' },
};

const python: PythonFormat = {
  id: 'sound',
  families: ['Sound'],
  skeleton: 'python',
  open: ['<calls>'],
  close: ['</calls>'],
  several: 'lines',
};

const raw: RawFormat = {
  id: 'sound',
  families: ['Sound'],
  skeleton: 'raw',
  open: ['```python\n'],
  close: ['```'],
  onlyKnown: true,
  name: 'run',
  argument: 'code',
};

const header: Header = {
  open: ['<|start|>'],
  close: ['<|message|>'],
  fields: { to: 'to=' },
  bodies: [
    { kind: 'call', when: { to: [] } },
    { kind: 'text', when: {} },
  ],
  end: ['<|end|>'],
};

const addressed: FrameFormat = { ...frame, header, open: [], head: { until: [] } };
const bare: EnvelopeFormat = { ...envelope, open: [], close: [], bare: true };
const reasoning = { open: ['<think>'], close: ['</think>'], calls: 'none' } as const;

test.each([
  ['envelope', envelope],
  ['bare envelope', bare],
  ['frame', frame],
  ['frame with a header', addressed],
  ['tagged', tagged],
  ['nested', nested],
  ['python', python],
  ['raw', raw],
])('checkFormat reports no problem for a valid record: %s', (_, format) => {
  expect(checkFormat(format)).toEqual([]);
});

describe('Records with a problem', () => {
  const broken: [problem: string, format: Format][] = [
    ['id may contain only a-z, 0-9, _ and .', { ...envelope, id: 'Not-Sound' }],
    ['families is empty', { ...envelope, families: [] }],
    ['families has an empty name', { ...envelope, families: ['Sound', ' '] }],
    ["aliases: 'Sound!' may contain only a-z, 0-9, _, . and -", { ...envelope, aliases: ['Sound!'] }],

    ['open[0] is empty', { ...envelope, open: [''] }],
    ['close[1] is empty', { ...envelope, close: ['</call>', ''] }],
    ['ignored[0] is empty', { ...envelope, ignored: [''] }],
    ['ignored[0] is white space', { ...envelope, ignored: ['\n'] }],
    [
      'section.open[0] is longer than 64 characters',
      { ...envelope, section: { open: ['x'.repeat(65)], close: ['y'] } },
    ],
    ["open has '<call>' twice", { ...envelope, open: ['<call>', '<call>'] }],
    ["reasoning.close has '</think>' twice", { ...envelope, reasoning: { ...reasoning, close: twice('</think>') } }],
    ["content.open has '<a>' twice", { ...envelope, content: { open: twice('<a>'), close: ['</a>'] } }],
    ['head.before[0] is empty', { ...frame, head: { before: '', until: ['<args>'] } }],
    ['head.until[0] is empty', { ...frame, head: { until: [''] } }],
    ['head.id.open[0] is empty', { ...frame, head: { until: ['<args>'], id: { open: '', until: ['<args>'] } } }],
    ['values.delimiter[0] is empty', { ...frame, values: { delimiter: '' } }],
    ['parameter.valueOpen[0] is empty', { ...tagged, parameter: { ...parameter, valueOpen: '' } }],
    ['parameter.prefix[0] is empty', { ...tagged, parameter: { kind: 'elements', prefix: '', item: 'item' } }],

    ['reasoning.open is empty', { ...envelope, reasoning: { ...reasoning, open: [] } }],
    ['reasoning.close is empty', { ...envelope, reasoning: { ...reasoning, close: [] } }],
    ['content.open is empty', { ...envelope, content: { open: [], close: ['</a>'] } }],
    ['section.close is empty', { ...envelope, section: { open: ['<calls>'], close: [] } }],
    ['outcome.open is empty', { ...envelope, outcome: { open: '', close: '</result>' } }],
    ['outcome.close is empty', { ...envelope, outcome: { open: '<result>', close: '\n' } }],
    ['outcome.close equals outcome.open', { ...envelope, outcome: { open: '<result>', close: '<result>' } }],

    ["open: '<call>' is a prefix of '<call>/' in close", { ...envelope, close: ['<call>/'] }],
    ["open: '<th' is a prefix of '<think>' in reasoning.open", { ...envelope, open: ['<th'], reasoning }],
    ["open: '</th' is a prefix of '</think>' in reasoning.close", { ...envelope, open: ['</th'], reasoning }],
    [
      "reasoning.open: '|' is a prefix of '|/' in reasoning.close",
      { ...envelope, reasoning: { ...reasoning, open: ['|'], close: ['|/'] } },
    ],
    [
      "reasoning.open: '<c' is a prefix of '<call>' in open",
      { ...envelope, reasoning: { ...reasoning, open: ['<c'] } },
    ],
    [
      "section.open: '|' is a prefix of '|/' in section.close",
      { ...envelope, section: { open: ['|'], close: ['|/'] } },
    ],
    [
      "section.open: '<call>' is a prefix of '<call>' in open",
      { ...envelope, section: { open: ['<call>'], close: ['|'] } },
    ],
    ["ignored: '<call>' is a prefix of '<call>' in open", { ...envelope, ignored: ['<call>'] }],
    ["ignored: '<th' is a prefix of '<think>' in reasoning", { ...envelope, ignored: ['<th'], reasoning }],
    ["ignored: '<|start|>' is a prefix of '<|start|>' in header", { ...addressed, ignored: ['<|start|>'] }],

    ['open is empty, and nothing else begins a call', { ...envelope, open: [] }],
    ['onlyKnown is redundant for a format without markers', { ...bare, onlyKnown: true }],

    ['header.open is empty', { ...addressed, header: { ...header, open: [] } }],
    ['header.close is empty', { ...addressed, header: { ...header, close: [] } }],
    ['header.end is empty', { ...addressed, header: { ...header, end: [] } }],
    ['header.startsInside[0] is empty', { ...addressed, header: { ...header, startsInside: [''] } }],
    ['header.fields[0] is empty', { ...addressed, header: { ...header, fields: { to: '' } } }],
    ['header.fields is empty', { ...frame, header: { ...header, fields: {}, bodies: [{ kind: 'text', when: {} }] } }],
    ['header.bodies: none matches every message', withBodies({ kind: 'call', when: { to: [] } })],
    ['header.bodies[1] is never reached', withBodies({ kind: 'text', when: {} }, { kind: 'call', when: { to: [] } })],
    [
      "header.bodies[0].when: 'channel' is not a field of the header",
      withBodies(
        { kind: 'text', when: { channel: [] } },
        { kind: 'call', when: { to: [] } },
        { kind: 'text', when: {} },
      ),
    ],
    [
      "header.bodies[0].when: 'constructor' is not a field of the header",
      withBodies({ kind: 'call', when: { to: [], constructor: [] } }, { kind: 'text', when: {} }),
    ],
    [
      'header.bodies[0].when.to has an empty value',
      withBodies({ kind: 'call', when: { to: [''] } }, { kind: 'text', when: {} }),
    ],
    ['header.bodies[0].when: a call must have a recipient, `to`', withBodies({ kind: 'call', when: {} })],
    ["header.bodies[0].kind: only a frame may have a body of kind 'call'", { ...tagged, header }],

    ['name is empty', { ...envelope, name: [] }],
    ['arguments is empty', { ...envelope, arguments: [] }],
    ["arguments must be empty if name is 'only-key'", { ...envelope, name: 'only-key' }],
    ['name, arguments and callId contain an empty key', { ...envelope, name: ['name', ''] }],
    ['name, arguments and callId contain the same key twice', { ...envelope, arguments: ['name'] }],
    ['callId is empty', { ...envelope, callId: [] }],
    ['wrappers is empty', { ...envelope, wrappers: [''] }],
    ['idle is empty', { ...envelope, idle: [] }],
    ["separator is missing, but several is 'row'", { ...envelope, several: 'row' }],
    ["separator requires several: 'row'", { ...envelope, separator: ';' }],
    ['fences requires bare: true', { ...envelope, fences: true }],
    ["isArrayOpen requires several: 'array'", { ...envelope, open: ['calls['], close: [']'], isArrayOpen: true }],
    ["open does not end in '['", { ...envelope, close: [']'], isArrayOpen: true, several: 'array' }],
    ["close does not begin with ']'", { ...envelope, open: ['calls['], isArrayOpen: true, several: 'array' }],

    ['head.until is empty, and no header contains the name', { ...frame, head: { until: [] } }],
    ['head.id.until is empty', { ...frame, head: { until: ['<args>'], id: { open: '#', until: [] } } }],
    [
      'head.id cannot be combined with isIndexed, where the name is the id',
      { ...frame, head: { until: ['<args>'], isIndexed: true, id: { until: ['#'] } } },
    ],
    ['head.strip has an empty name', { ...frame, head: { until: ['<args>'], strip: [''] } }],
    ['fence is not a Markdown fence', { ...frame, fence: 'json' }],
    ['rawFor has an empty name', { ...frame, rawFor: { python: '' } }],

    ['close is empty', { ...tagged, close: [] }],
    ['head.until is empty', { ...tagged, head: { until: [] } }],
    ['head.attribute is empty', { ...tagged, head: { attribute: '', until: ['>'] } }],
    ["head: '<call name=' contains more than the tag name", { ...tagged, open: ['<call name='] }],
    ["head: '<call ' contains more than the tag name", { ...tagged, open: ['<call '] }],
    ['parameter.open is empty', { ...tagged, parameter: { ...parameter, open: [] } }],
    ['parameter.close is empty', { ...tagged, parameter: { ...parameter, close: [] } }],
    ['parameter.open contains a marker of open', { ...tagged, parameter: { ...parameter, open: ['<call'] } }],
    ['parameter.close contains a marker of close', { ...tagged, parameter: { ...parameter, close: ['</call>'] } }],
    ['parameter.key.until is empty', { ...tagged, parameter: { ...parameter, key: { until: [] } } }],
    [
      "parameter.key: '<parameter=' contains more than the tag name",
      { ...tagged, parameter: { ...parameter, open: ['<parameter='] } },
    ],
    [
      'parameter.typing is empty',
      { ...tagged, parameter: { ...parameter, typing: { attribute: 'type', string: '' } } },
    ],
    [
      'parameter.typing requires a tag with attributes',
      {
        ...tagged,
        parameter: { ...parameter, key: { until: ['>'] }, typing: { attribute: 'type', string: 'string' } },
      },
    ],
    ['parameter.whole is empty', { ...tagged, parameter: { ...parameter, whole: { open: ['<json>'], close: [] } } }],
    ['parameter.item is empty', { ...nested, parameter: { kind: 'elements', prefix: '~', item: '' } }],
    ['open does not begin with parameter.prefix', { ...nested, open: ['<call'] }],
    ['close does not begin with parameter.prefix', { ...nested, close: ['</call>'] }],

    ['close is empty', { ...python, close: [] }],
    ["several: 'lines' requires markers", { ...python, open: [], close: [], bare: true }],

    ['close is empty', { ...raw, close: [] }],
    ['name is empty', { ...raw, name: '' }],
    ['argument is empty', { ...raw, argument: '' }],
    ['onlyKnown is required, because a fence is ordinary text', { ...raw, onlyKnown: false }],
  ];

  test.each(broken)('checkFormat reports the id of the record and the problem: %s', (problem, format) => {
    expect(checkFormat(format)).toContain(`${format.id}: ${problem}`);
  });
});

describe('Records of one catalogue', () => {
  const other: Format = { ...envelope, id: 'other' };

  test('checkCatalogue reports an id that two records have', () => {
    expect(checkCatalogue([envelope, envelope], new Map())).toEqual(['sound: id is used by another record']);
  });

  test('checkCatalogue reports an alias that is also another alias, an id or a generic name', () => {
    const clash = ["other: aliases: 'taken' is already used"];
    const aliased: Format = { ...other, aliases: ['taken'] };
    expect(checkCatalogue([{ ...envelope, aliases: ['taken'] }, aliased], new Map())).toEqual(clash);
    expect(checkCatalogue([{ ...envelope, id: 'taken' }, aliased], new Map())).toEqual(clash);
    expect(checkCatalogue([envelope, aliased], new Map([['taken', ['sound']]]))).toEqual(clash);
  });

  test('checkCatalogue reports a generic name that stands for a missing record', () => {
    expect(checkCatalogue([envelope], new Map([['plain', ['sound', 'gone']]]))).toEqual([
      "plain: there is no record 'gone'",
    ]);
  });

  test('checkCatalogue reports the problems of each record', () => {
    expect(checkCatalogue([envelope, { ...other, open: [''] }], new Map())).toContain('other: open[0] is empty');
  });
});

function twice(marker: string): readonly string[] {
  return [marker, marker];
}

function withBodies(...bodies: Header['bodies']): FrameFormat {
  return { ...frame, header: { ...header, bodies } };
}
