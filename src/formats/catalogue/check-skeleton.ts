import type {
  EnvelopeFormat,
  Format,
  FrameFormat,
  NestedParameter,
  Parameter,
  PythonFormat,
  RawFormat,
  TaggedFormat,
  TagHead,
} from '../format.ts';

/** What is wrong with the members that a record has for its skeleton. */
export function checkSkeleton(format: Format): Iterable<string> {
  switch (format.skeleton) {
    case 'envelope':
      return checkEnvelope(format);
    case 'frame':
      return checkFrame(format);
    case 'tagged':
      return checkTagged(format);
    case 'python':
      return checkPython(format);
    case 'raw':
      return checkRaw(format);
    default:
      return format satisfies never;
  }
}

function* checkEnvelope(format: EnvelopeFormat): Iterable<string> {
  yield* checkKeys(format);
  if (format.several === 'row' && !format.separator) yield "separator is missing, and several is 'row'";
  if (format.several !== 'row' && format.separator !== undefined) yield "separator is for several: 'row'";
  if (format.fences && !format.bare) yield 'fences is for bare text';
  if (format.isArrayOpen && format.several !== 'array') yield "isArrayOpen is for several: 'array'";
  if (format.isArrayOpen && !format.open.every((marker) => marker.endsWith('['))) yield "open does not end in '['";
  if (format.isArrayOpen && !format.close.every((marker) => marker.startsWith(']'))) {
    yield "close does not begin with ']'";
  }
}

function* checkKeys(format: EnvelopeFormat): Iterable<string> {
  const names = format.name === 'only-key' ? [] : format.name;
  if (format.name !== 'only-key' && names.length === 0) yield 'name is empty';
  if (format.name !== 'only-key' && format.arguments.length === 0) yield 'arguments is empty';
  if (format.name === 'only-key' && format.arguments.length > 0) yield "arguments has no place beside an 'only-key'";
  const keys = [...names, ...format.arguments, ...(format.callId ?? [])];
  if (keys.includes('')) yield 'name, arguments and callId: one is empty';
  if (new Set(keys).size < keys.length) yield 'name, arguments and callId share a member';
  for (const member of ['wrappers', 'idle', 'callId'] as const) {
    if (format[member]?.length === 0 || format[member]?.includes('')) yield `${member} is empty`;
  }
}

function* checkFrame({ head, fence, rawFor, header }: FrameFormat): Iterable<string> {
  const hasRecipient = header?.bodies.some(({ kind }) => kind === 'call') ?? false;
  if (head.until.length === 0 && !hasRecipient) yield 'head.until is empty, and no header has the name';
  if (head.id?.until.length === 0) yield 'head.id.until is empty';
  if (head.id && head.isIndexed) yield 'head.id has no place beside isIndexed: the name is the id';
  if (head.strip?.includes('')) yield 'head.strip has an empty name';
  if (fence !== undefined && !fence.startsWith('```')) yield 'fence is no Markdown fence';
  for (const [name, argument] of Object.entries(rawFor ?? {})) {
    if (name === '' || argument === '') yield 'rawFor has an empty name';
  }
}

function* checkTagged(format: TaggedFormat): Iterable<string> {
  if (format.close.length === 0) yield 'close is empty';
  yield* checkTag('head', format.open, format.head);
  if (format.parameter.kind === 'tags') yield* checkParameter(format, format.parameter);
  else yield* checkElements(format, format.parameter);
}

function* checkParameter(format: TaggedFormat, parameter: Parameter): Iterable<string> {
  const { open, close, key, typing, whole } = parameter;
  if (open.length === 0) yield 'parameter.open is empty';
  if (close.length === 0) yield 'parameter.close is empty';
  if (open.some((marker) => format.open.includes(marker))) yield "parameter.open is the call's";
  if (close.some((marker) => format.close.includes(marker))) yield "parameter.close is the call's";
  if (typing !== 'json' && (typing.attribute === '' || typing.string === '')) yield 'parameter.typing is empty';
  if (typing !== 'json' && !('attribute' in key)) yield 'parameter.typing needs a tag with attributes';
  if (whole?.open.length === 0 || whole?.close.length === 0) yield 'parameter.whole is empty';
  yield* checkTag('parameter.key', open, key);
}

function* checkElements({ open, close }: TaggedFormat, { prefix, item }: NestedParameter): Iterable<string> {
  if (item.trim() === '') yield 'parameter.item is empty';
  if (!open.every((marker) => marker.startsWith(`${prefix}<`))) yield 'open does not begin with parameter.prefix';
  if (!close.every((marker) => marker.startsWith(`${prefix}</`))) yield 'close does not begin with parameter.prefix';
}

function* checkTag(member: string, open: readonly string[], head: TagHead): Iterable<string> {
  if (head.until.length === 0) yield `${member}.until is empty`;
  if (!('attribute' in head)) return;
  if (head.attribute === '' || head.id === '') yield `${member}.attribute is empty`;
  // The reader finds attributes behind the tag's name, in any order.
  const whole = open.find((marker) => /[\s="'>]$/.test(marker));
  if (whole !== undefined) yield `${member}: '${whole}' is more than the tag's name`;
}

function* checkPython({ several, open, close }: PythonFormat): Iterable<string> {
  if (open.length > 0 && close.length === 0) yield 'close is empty';
  if (several === 'lines' && open.length === 0) yield "several: 'lines' needs markers around them";
}

function* checkRaw(format: RawFormat): Iterable<string> {
  if (format.close.length === 0) yield 'close is empty';
  if (format.name === '') yield 'name is empty';
  if (format.argument === '') yield 'argument is empty';
  if (format.open.some((marker) => marker.startsWith('```')) && !format.onlyKnown) {
    yield 'onlyKnown is missing: a fence is ordinary text';
  }
}
