import { isRecord } from '../../core/index.ts';

/**
 * What is the same in every event of a stream but the text: most servers repeat all the rest, letter by letter. Once that
 * is known, the text can be taken out of the middle, and parsing the whole event, which is most of what a token costs,
 * is not needed. Two more things may vary, because they say nothing: the value of one member that the wire calls idle
 * (OpenAI's padding, Ollama's time of day), and blanks before the last brace (Anthropic's padding). What differs in
 * anything else is not of this shape. A server that varies something else in every event is given up on after a few
 * attempts.
 */
export class Frame {
  readonly #idle: string | undefined;
  #shape: Shape | undefined;
  #attempts = 0;
  /** Of the shape, since it is known. */
  #uses = 0;

  /** `idle`: a member at the top of every event whose value is never looked at. */
  constructor(idle?: string) {
    this.#idle = idle;
  }

  /** The text of an event of this shape; undefined for any other. */
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
   * Learns from an event that was nothing but this text, and was not of the shape that is known. `read` says what text an
   * event is of, without being changed by it: the shape counts only if other texts in the same place are read as those.
   */
  learn(data: string, text: string, read: (data: string) => string | undefined): void {
    if (text === '' || this.#attempts >= MOST_ATTEMPTS) return;
    if (this.#uses < WORTH_IT) this.#attempts++; // a shape that was of use earns the next: some servers count seconds
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
  /** Without the last brace. */
  readonly behind: Side;
}

/** What stands on one side of the text; `far` of the idle value, if that stands there, and `near`, between it and the text. */
interface Side {
  readonly far: string;
  /** With the quotation mark of the idle value. Undefined where there is none on this side. */
  readonly near: string | undefined;
}

// Not by `startsWith`: comparing letter by letter takes ten times as long.

/** Where the text begins; -1 if that is not how the event begins. */
function startOfText(data: string, { far, near }: Side): number {
  if (data.slice(0, far.length) !== far) return -1;
  if (near === undefined) return far.length;
  UNMARKED.lastIndex = far.length;
  UNMARKED.test(data); // always true: it leaves its place behind the value
  const closing = UNMARKED.lastIndex;
  const start = closing + near.length;
  return data.slice(closing, start) === near ? start : -1;
}

/** Where the text ends; -1 if that is not how the event ends. */
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

/** Where the last brace is, with the blanks before it; -1 without one. */
function endOfMembers(data: string): number {
  let place = data.length - 1;
  if (data.charCodeAt(place) !== BRACE) return -1;
  while (data.charCodeAt(place - 1) === BLANK) place--;
  return place;
}

const BRACE = 0x7d;
const BLANK = 0x20;

/** The shape that the event would have if its text stands where it is found first. */
function shapeOf(data: string, text: string, idle: string | undefined): Shape | undefined {
  const written = JSON.stringify(text);
  const place = data.indexOf(written);
  const brace = endOfMembers(data);
  const end = place + written.length - 1;
  if (place === -1 || end > brace) return undefined; // written in another way
  const [before, behind] = [data.slice(0, place + 1), data.slice(end, brace)];
  const after = idleValueIn(behind, idle);
  const ahead = after === undefined ? idleValueIn(before, idle) : undefined;
  return {
    before: ahead === undefined ? { far: before, near: undefined } : { far: ahead.until, near: ahead.from },
    behind: after === undefined ? { far: behind, near: undefined } : { far: after.from, near: after.until },
  };
}

/**
 * What stands before and behind the idle member's value, the quotation marks included. Behind a comma or a brace it is never
 * the end of a longer name.
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

/** Two, so that no fixed text of the server's can pass for both. */
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
  const event: unknown = JSON.parse(data); // it could be read: it is JSON
  return idle !== undefined && isRecord(event) && event[idle] === value;
}

/** Anything in a JSON string that does not stand for itself, or must not stand there. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids
const MARKED = /[\u0000-\u001f"\\]/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what JSON forbids
const UNMARKED = /[^\u0000-\u001f"\\]*/y;

/** Undefined for what is not the inside of one JSON string. */
function unmarked(written: string): string | undefined {
  try {
    const text: unknown = JSON.parse(`"${written}"`);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
