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

/** Yields the problems of the fields that belong to a record's skeleton. */
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
  if (format.several === 'row' && !format.separator) yield "separator is missing, but several is 'row'";
  if (format.several !== 'row' && format.separator !== undefined) yield "separator requires several: 'row'";
  if (format.fences && !format.bare) yield 'fences requires bare: true';
  if (format.isArrayOpen && format.several !== 'array') yield "isArrayOpen requires several: 'array'";
  if (format.isArrayOpen && !format.open.every((marker) => marker.endsWith('['))) yield "open does not end in '['";
  if (format.isArrayOpen && !format.close.every((marker) => marker.startsWith(']'))) {
    yield "close does not begin with ']'";
  }
}

function* checkKeys(format: EnvelopeFormat): Iterable<string> {
  const names = format.name === 'only-key' ? [] : format.name;
  if (format.name !== 'only-key' && names.length === 0) yield 'name is empty';
  if (format.name !== 'only-key' && format.arguments.length === 0) yield 'arguments is empty';
  if (format.name === 'only-key' && format.arguments.length > 0) yield "arguments must be empty if name is 'only-key'";
  const keys = [...names, ...format.arguments, ...(format.callId ?? [])];
  if (keys.includes('')) yield 'name, arguments and callId contain an empty key';
  if (new Set(keys).size < keys.length) yield 'name, arguments and callId contain the same key twice';
  for (const member of ['wrappers', 'idle', 'callId'] as const) {
    if (format[member]?.length === 0 || format[member]?.includes('')) yield `${member} is empty`;
  }
}

function* checkFrame({ head, fence, rawFor, header }: FrameFormat): Iterable<string> {
  const hasRecipient = header?.bodies.some(({ kind }) => kind === 'call') ?? false;
  if (head.until.length === 0 && !hasRecipient) yield 'head.until is empty, and no header contains the name';
  if (head.id?.until.length === 0) yield 'head.id.until is empty';
  if (head.id && head.isIndexed) yield 'head.id cannot be combined with isIndexed, where the name is the id';
  if (head.strip?.includes('')) yield 'head.strip has an empty name';
  if (fence !== undefined && !fence.startsWith('```')) yield 'fence is not a Markdown fence';
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
  if (open.some((marker) => format.open.includes(marker))) yield 'parameter.open contains a marker of open';
  if (close.some((marker) => format.close.includes(marker))) yield 'parameter.close contains a marker of close';
  if (typing !== 'json' && (typing.attribute === '' || typing.string === '')) yield 'parameter.typing is empty';
  if (typing !== 'json' && !('attribute' in key)) yield 'parameter.typing requires a tag with attributes';
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
  // The reader parses attributes itself, in any order, so the marker must end with the tag name.
  const whole = open.find((marker) => /[\s="'>]$/.test(marker));
  if (whole !== undefined) yield `${member}: '${whole}' contains more than the tag name`;
}

function* checkPython({ several, open, close }: PythonFormat): Iterable<string> {
  if (open.length > 0 && close.length === 0) yield 'close is empty';
  if (several === 'lines' && open.length === 0) yield "several: 'lines' requires markers";
}

function* checkRaw(format: RawFormat): Iterable<string> {
  if (format.close.length === 0) yield 'close is empty';
  if (format.name === '') yield 'name is empty';
  if (format.argument === '') yield 'argument is empty';
  if (format.open.some((marker) => marker.startsWith('```')) && !format.onlyKnown) {
    yield 'onlyKnown is required, because a fence is ordinary text';
  }
}
