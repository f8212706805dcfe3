import type { Body, Format, Header } from '../format.ts';

/** Yields the problems of a record's header. */
export function* checkHeader(format: Format): Iterable<string> {
  const { header } = format;
  if (!header) return;
  if (header.open.length === 0) yield 'header.open is empty';
  if (header.close.length === 0) yield 'header.close is empty';
  if (header.end.length === 0) yield 'header.end is empty';
  if (Object.keys(header.fields).length === 0) yield 'header.fields is empty';
  yield* checkOrder(header.bodies);
  for (const [index, body] of header.bodies.entries()) {
    for (const problem of checkBody(format, header, body)) yield `header.bodies[${index}]${problem}`;
  }
}

/** Checks that the last body, and only the last, matches every message: the first body that matches is used. */
function* checkOrder(bodies: readonly Body[]): Iterable<string> {
  const always = bodies.findIndex(({ when }) => Object.keys(when).length === 0);
  if (always === -1) yield 'header.bodies: none matches every message';
  else if (always < bodies.length - 1) yield `header.bodies[${always + 1}] is never reached`;
}

function* checkBody({ skeleton }: Format, { fields }: Header, { kind, when }: Body): Iterable<string> {
  for (const [field, values] of Object.entries(when)) {
    if (!Object.hasOwn(fields, field)) yield `.when: '${field}' is not a field of the header`;
    if (values.includes('')) yield `.when.${field} has an empty value`;
  }
  if (kind === 'call' && skeleton !== 'frame') yield ".kind: only a frame may have a body of kind 'call'";
  if (kind === 'call' && !Object.hasOwn(when, 'to')) yield '.when: a call must have a recipient, `to`';
}
