import type { Brackets, Format, Outcome, TagHead } from '../format.ts';

/** The markers in one field of a record. The reader accepts all of them; the writer uses the first. */
export interface MarkerList {
  /** Path of the field in the record, such as `section.open`. */
  readonly member: string;
  readonly markers: readonly string[];
}

/** Returns the tags around an outcome: the format's own, or those of Hermes. */
export function outcomeTags(format: Format): Outcome {
  return format.outcome ?? HERMES;
}

const HERMES = { open: '<tool_response>\n', close: '\n</tool_response>' };

/** Returns the markers with which a model begins an outcome that it invents. */
export function resultMarks(format: Format): readonly string[] {
  if (format.results !== undefined) return format.results;
  const [tag] = /^[<[][^>\]{}]+[>\]]/.exec(outcomeTags(format).open.trimStart()) ?? [];
  return tag === undefined ? [] : [tag];
}

/** Returns all markers of a format, by field. The tags of outcomes are not included: they are written, but never read. */
export function markersOf(format: Format): readonly MarkerList[] {
  const { header } = format;
  return [
    ...brackets('reasoning', format.reasoning),
    ...brackets('content', format.content),
    ...list('ignored', format.ignored),
    ...brackets('header', header),
    ...list('header.startsInside', header?.startsInside),
    ...list('header.fields', header && Object.values(header.fields)),
    ...list('header.end', header?.end),
    ...brackets('section', format.section),
    ...list('open', format.open),
    ...list('close', format.close),
    ...ofSkeleton(format),
  ];
}

function ofSkeleton(format: Format): readonly MarkerList[] {
  switch (format.skeleton) {
    case 'frame':
      return [
        ...one('head.before', format.head.before),
        ...list('head.until', format.head.until),
        ...one('head.id.open', format.head.id?.open),
        ...list('head.id.until', format.head.id?.until),
        ...one('fence', format.fence),
        ...ofDialect(format.values),
      ];
    case 'tagged':
      return [...ofTag('head', format.head), ...ofParameter(format.parameter)];
    case 'envelope':
      return ofDialect(format.values);
    case 'python':
    case 'raw':
      return [];
    default:
      return format satisfies never;
  }
}

function ofParameter(parameter: Extract<Format, { skeleton: 'tagged' }>['parameter']): readonly MarkerList[] {
  switch (parameter.kind) {
    case 'tags':
      return [
        ...list('parameter.open', parameter.open),
        ...ofTag('parameter.key', parameter.key),
        ...one('parameter.valueOpen', parameter.valueOpen),
        ...list('parameter.close', parameter.close),
        ...brackets('parameter.whole', parameter.whole),
      ];
    case 'elements':
      return one('parameter.prefix', parameter.prefix);
    default:
      return parameter satisfies never;
  }
}

function ofTag(member: string, head: TagHead): readonly MarkerList[] {
  return list(`${member}.until`, head.until);
}

function ofDialect(values: Extract<Format, { skeleton: 'frame' }>['values']): readonly MarkerList[] {
  return typeof values === 'string' ? [] : one('values.delimiter', values.delimiter);
}

function brackets(member: string, pair: Brackets | undefined): readonly MarkerList[] {
  return [...list(`${member}.open`, pair?.open), ...list(`${member}.close`, pair?.close)];
}

function one(member: string, marker: string | undefined): readonly MarkerList[] {
  return marker === undefined ? [] : [{ member, markers: [marker] }];
}

function list(member: string, markers: readonly string[] | undefined): readonly MarkerList[] {
  return markers === undefined ? [] : [{ member, markers }];
}
