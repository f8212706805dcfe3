import { isRecord } from '../../core/index.ts';

/**
 * A shortcut for reading text events without parsing their JSON, which is most of the cost of a token. In most streams the
 * text events are identical except for the text itself. Once a frame has learned the characters before and after the text
 * (the shape), it slices the text out of the middle. Two more parts may vary, because they carry no information: the value
 * of one field that the wire calls idle (OpenAI's padding, Ollama's timestamp), and blanks before the last brace
 * (Anthropic's padding). An event that differs in any other way does not have this shape and must be parsed. If a server
 * varies another part in every event, the frame stops learning after a few attempts.
 */
export class Frame {
  readonly #idle: string | undefined;
  #shape: Shape | undefined;
  #attempts = 0;
  /** Number of events read with the current shape. */
  #uses = 0;

  /** `idle`: the name of a top-level field whose value is ignored. */
  constructor(idle?: string) {
    this.#idle = idle;
  }

  /** Returns the text of an event that has the learned shape; undefined for any other event. */
  textOf(data: string): string | undefined {
    if (this.#shape === undefined) return undefined;
    const start = startOfText(data, this.#shape.before);
    const end = start === -1 ? -1 : endOfText(data, this.#shape.behind);
    if (end === -1 || end < start) return undefined;
    this.#uses++;
    const written = data.slice(start, end);
    return MARKED.test(written) ? unmarked(written) : written;
  }

  forget(): void {
    this.#shape = undefined;
  }

  /**
   * Learns the shape of an event that carries only this text and that `textOf` did not recognise. `read` parses an event
   * and returns its text; it must have no side effects. The shape is kept only if `read` finds other texts in the same
   * position.
   */
  learn(data: string, text: string, read: (data: string) => string | undefined): void {
    if (text === '' || this.#attempts >= MOST_ATTEMPTS) return;
    // Replacing a useful shape does not count as an attempt: some servers send a time that changes every second.
    if (this.#uses < WORTH_IT) this.#attempts++;
    this.#uses = 0;
    const shape = shapeOf(data, text, this.#idle);
    const isRight = shape !== undefined && PROBES.every((probe) => isReadAs(probe, shape, this.#idle, read));
    if (isRight) this.#shape = shape;
  }
}

const MOST_ATTEMPTS = 6;
const WORTH_IT = 16;

interface Shape {
  readonly before: Side;
  /** The characters after the text, without the last brace. */
  readonly behind: Side;
}

/** The characters on one side of the text. If the idle value is on this side, they are split around it. */
interface Side {
  /** The characters on the outer side of the idle value, or all of them if there is no idle value on this side. */
  readonly far: string;
  /** The characters between the idle value (with its quotation mark) and the text. Undefined without an idle value. */
  readonly near: string | undefined;
}

// These functions compare slices because `startsWith` and `endsWith` take ten times as long.

/** Returns the offset where the text begins; -1 if the event begins differently. */
function startOfText(data: string, { far, near }: Side): number {
  if (data.slice(0, far.length) !== far) return -1;
  if (near === undefined) return far.length;
  UNMARKED.lastIndex = far.length;
  UNMARKED.test(data); // always matches, and sets lastIndex to the end of the idle value
  const closing = UNMARKED.lastIndex;
  const start = closing + near.length;
  return data.slice(closing, start) === near ? start : -1;
}

/** Returns the offset where the text ends; -1 if the event ends differently. */
function endOfText(data: string, { far, near }: Side): number {
  const brace = endOfMembers(data);
  const place = brace - far.length;
  if (place < 0 || data.slice(place, brace) !== far) return -1;
  if (near === undefined) return place;
  const opening = data.lastIndexOf('"', place - 1);
  const end = opening + 1 - near.length;
  if (end < 0 || data.slice(end, opening + 1) !== near) return -1;
  return MARKED.test(data.slice(opening + 1, place)) ? -1 : end;
}

/** Returns the offset of the last brace or of the first blank before it; -1 if the event does not end in a brace. */
function endOfMembers(data: string): number {
  let place = data.length - 1;
  if (data.charCodeAt(place) !== BRACE) return -1;
  while (data.charCodeAt(place - 1) === BLANK) place--;
  return place;
}

const BRACE = 0x7d;
const BLANK = 0x20;

/** Returns the shape of the event, assuming that its text is at the first match in the data. */
function shapeOf(data: string, text: string, idle: string | undefined): Shape | undefined {
  const written = JSON.stringify(text);
  const place = data.indexOf(written);
  const brace = endOfMembers(data);
  const end = place + written.length - 1;
  if (place === -1 || end > brace) return undefined; // the server escapes the text differently
  const [before, behind] = [data.slice(0, place + 1), data.slice(end, brace)];
  const after = idleValueIn(behind, idle);
  const ahead = after === undefined ? idleValueIn(before, idle) : undefined;
  return {
    before: ahead === undefined ? { far: before, near: undefined } : { far: ahead.until, near: ahead.from },
    behind: after === undefined ? { far: behind, near: undefined } : { far: after.from, near: after.until },
  };
}

/**
 * Returns the characters up to the idle field's value and from its end on, both with their quotation mark. Requiring a comma
 * or a brace before the name keeps the end of a longer name from matching.
 */
function idleValueIn(side: string, idle: string | undefined): { until: string; from: string } | undefined {
  if (idle === undefined) return undefined;
  const name = `"${idle}":"`;
  const place = Math.max(side.indexOf(`,${name}`), side.indexOf(`{${name}`));
  if (place === -1) return undefined;
  const start = place + 1 + name.length;
  const end = side.indexOf('"', start);
  return end === -1 ? undefined : { until: side.slice(0, start), from: side.slice(end) };
}

/** Two probes, so that a fixed text from the server cannot match both. */
const PROBES = ['what would be read here?', 'and what now'];

function isReadAs(
  probe: string,
  { before, behind }: Shape,
  idle: string | undefined,
  read: (data: string) => string | undefined,
): boolean {
  const value = `idle: ${probe}`;
  const start = before.near === undefined ? before.far : `${before.far}${value}${before.near}`;
  const end = behind.near === undefined ? behind.far : `${behind.near}${value}${behind.far}`;
  const data = `${start}${probe}${end}}`;
  if (read(data) !== probe) return false;
  if (before.near === undefined && behind.near === undefined) return true;
  const event: unknown = JSON.parse(data); // `read` parsed it, so it is JSON
  return idle !== undefined && isRecord(event) && event[idle] === value;
}

/** A character that a JSON string must escape, or that begins an escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters in strings
const MARKED = /[\u0000-\u001f"\\]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids these characters in strings
const UNMARKED = /[^\u0000-\u001f"\\]*/y;

/** Returns the text of an escaped JSON string without its quotation marks; undefined if it is not valid. */
function unmarked(written: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${written}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
