import { isRecord } from '../../core/index.ts';
import type { NestedParameter, Parameter, TaggedFormat, TagHead } from '../format.ts';
import { plainKey, plainName, type Writable } from './call.ts';
import { habitOf } from './family-layouts.ts';
import { markerTree } from './marker-tree.ts';
import { CDATA_CLOSE } from './markers.ts';
import { breakMarkers } from './neutralise.ts';
import { type WriteContext, withinMessage, withinSection } from './pen.ts';
import { writeJson } from './values.ts';

/** Writes calls with the name in the markup and a tag for each parameter: strings as they are, other values as JSON. */
export function writeTags(pen: WriteContext<TaggedFormat>, calls: readonly Writable[]): string {
  const line = hasLines(pen.format) ? '\n' : '';
  const elements = calls.map((call) => writeElement(pen, call));
  return withinMessage(pen, plainName(calls[0]?.name ?? ''), withinSection(pen, elements, line));
}

function writeElement(pen: WriteContext<TaggedFormat>, call: Writable): string {
  const { format } = pen;
  const { open, head, parameter, close } = format;
  const { counter } = habitOf(format.id);
  const attributes = counter === undefined ? '' : ` ${counter}="${call.order + 1}"`;
  const start = `${open[0] ?? ''}${writeTagHead(head, plainName(call.name), attributes)}`;
  const members = Object.entries(call.members).filter(([, value]) => value !== undefined);
  if (parameter.kind === 'elements') {
    const inner = members.map(([name, value]) => writeNested(pen, parameter, name, value)).join('');
    return `${start}${inner}${close[0] ?? ''}`;
  }
  const written = members.map(([name, value]) => writeParameter(pen, parameter, name, value));
  if (!hasLines(format)) return `${start}${written.join('')}${close[0] ?? ''}`;
  return [start.endsWith('\n') ? start.slice(0, -1) : start, ...written, close[0] ?? ''].join('\n');
}

/** True if tags are on lines of their own. Special tokens follow each other without line breaks. */
function hasLines({ parameter }: TaggedFormat): boolean {
  if (parameter.kind === 'elements') return true;
  return (parameter.close[0] ?? '').startsWith('</');
}

/** Writes the rest of an opening tag: the name itself, or the attribute that holds the name. */
function writeTagHead(head: TagHead, name: string, attributes: string): string {
  const end = head.until[0] ?? '';
  return 'attribute' in head ? ` ${head.attribute}="${name}"${attributes}${end}` : `${name}${end}`;
}

function writeParameter(pen: WriteContext<TaggedFormat>, parameter: Parameter, name: string, value: unknown): string {
  const { open, key, valueOpen, close, typing, isTrimmed } = parameter;
  const isString = typeof value === 'string';
  const type =
    typeof typing === 'string'
      ? ''
      : ` ${typing.attribute}="${isString ? typing.string : typeName(typing.string, value)}"`;
  const tag = `${open[0] ?? ''}${writeTagHead(key, writeKey(parameter, name), type)}`;
  const between = valueOpen === undefined ? '' : `${hasLines(pen.format) ? '\n' : ''}${valueOpen}`;
  const text = isString ? writeString(pen, parameter, value) : writeJson(value, pen.markers);
  const inner = isTrimmed === true ? `\n${text}\n` : text;
  return `${tag}${between}${inner}${close[0] ?? ''}`;
}

function writeKey({ escapes }: Parameter, name: string): string {
  if (escapes !== 'entities') return plainKey(name);
  return name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the type attribute of a value that is not a string: `false` if the attribute is a flag, else the JSON type. */
function typeName(string: string, value: unknown): string {
  if (string === 'true') return 'false';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'bigint' ? 'number' : typeof value;
}

function writeString(pen: WriteContext<TaggedFormat>, { escapes }: Parameter, text: string): string {
  if (escapes !== 'cdata' || !text.includes('<')) return breakMarkers(text, pen.markers);
  return `${CDATA_OPEN}${breakMarkers(text, SECTION_ENDS)}${CDATA_CLOSE}`;
}

const CDATA_OPEN = '<![CDATA[';
const SECTION_ENDS = markerTree([CDATA_CLOSE], []);

/** Writes a value as nested elements: one element for each property of an object and for each item of an array. */
function writeNested(pen: WriteContext, parameter: NestedParameter, name: string, value: unknown): string {
  const { prefix, item } = parameter;
  const tag = plainKey(name);
  const nest = (inner: string, within: unknown) => writeNested(pen, parameter, inner, within);
  let text: string;
  if (Array.isArray(value)) text = value.map((inner) => nest(item, inner)).join('');
  else if (isRecord(value))
    text = Object.entries(value)
      .map(([inner, within]) => nest(inner, within))
      .join('');
  else text = typeof value === 'string' ? breakMarkers(value, pen.markers) : writeJson(value, pen.markers);
  return `${prefix}<${tag}>${text}${prefix}</${tag}>`;
}
