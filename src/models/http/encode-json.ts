import { isLongSince, pause } from '../../pause.ts';

/** Writes a value as JSON in UTF-8, with U+FFFD instead of lone surrogates. Pauses while it writes a large value. */
export async function encodeJson(value: unknown): Promise<Buffer> {
  if (!isLarge(value)) return Buffer.from(writeJson(value));
  const encoded: Buffer[] = [];
  let text = '';
  let startedAt = performance.now();
  for (const piece of piecesOf(value)) {
    text += piece;
    if (text.length >= PIECE) {
      encoded.push(Buffer.from(text));
      text = '';
    }
    if (isLongSince(startedAt)) {
      await pause();
      startedAt = performance.now();
    }
  }
  return Buffer.concat([...encoded, Buffer.from(text)]);
}

/**
 * JSON.stringify writes a lone surrogate as an escape; some servers reject a request for it, and then every later request with
 * the same history.
 */
function writeJson(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  if (!text.includes('\\ud')) return text;
  // Matches one escape at a time, so that an escaped backslash before "ud800" is left alone.
  return text.replace(/\\(?:ud[89a-f][0-9a-f]{2}|[\s\S])/g, (escaped) => (escaped.length === 6 ? '\\ufffd' : escaped));
}

/** Returns the JSON text of a value in pieces. Each takes a few milliseconds to write. */
function* piecesOf(value: unknown): Generator<string> {
  if (!isLarge(value)) yield writeJson(value);
  else if (typeof value === 'string') yield* piecesOfText(value);
  else if (Array.isArray(value)) {
    for (const [place, item] of value.entries()) {
      yield place === 0 ? '[' : ',';
      yield* piecesOf(item);
    }
    yield ']';
  } else {
    const members = value as Readonly<Record<string, unknown>>;
    let before = '{';
    for (const name of Object.keys(members)) {
      if (members[name] === undefined) continue;
      yield `${before}${writeJson(name)}:`;
      yield* piecesOf(members[name]);
      before = ',';
    }
    yield '}';
  }
}

function* piecesOfText(text: string): Generator<string> {
  const whole = text.toWellFormed();
  yield '"';
  for (let start = 0; start < whole.length; ) {
    const end = start + PIECE;
    const isInPair = isLowSurrogate(whole.charCodeAt(end));
    yield JSON.stringify(whole.slice(start, isInPair ? end + 1 : end)).slice(1, -1);
    start = isInPair ? end + 1 : end;
  }
  yield '"';
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Characters, and as many values, that take a few milliseconds to write. */
const PIECE = 256 * 1024;

/** Looks at no more of the value than needed. */
function isLarge(value: unknown): boolean {
  let left = PIECE;
  const measure = (part: unknown): void => {
    left -= typeof part === 'string' ? part.length : VALUE;
    if (left < 0 || typeof part !== 'object' || part === null) return;
    if (Array.isArray(part)) {
      for (const item of part) if (left >= 0) measure(item);
    } else {
      for (const name in part) if (left >= 0) measure((part as Record<string, unknown>)[name]);
    }
  };
  measure(value);
  return left < 0;
}

const VALUE = 8;
