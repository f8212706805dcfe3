import { tokens, wholeText } from './answers.ts';

/** Strings that mark the texts and the end of a stream. */
export interface StreamMarks {
  /** Precedes each text. */
  readonly text: string;
  readonly finish: string;
  /** The last characters of the stream. */
  readonly end: string;
}

export const chatMarks: StreamMarks = {
  text: '"content":',
  finish: '"finish_reason":"stop"',
  end: 'data: [DONE]\n\n',
};

/** The tokens as JSON strings. */
export const writtenTokens: readonly string[] = tokens.map((token) => JSON.stringify(token));

/**
 * Throws unless a stream contains every token in order and no other text, then a finish reason and the end marker. Searches the
 * text instead of parsing it, because parsing would dominate the measurement.
 */
export function checkStream(text: string, marks: StreamMarks): void {
  let place = 0;
  for (const token of writtenTokens) {
    place = nextText(text, marks, place);
    if (!text.startsWith(token, place))
      throw new Error(`Expected the token ${token}, but the stream continues with: ${text.slice(place, place + 400)}`);
  }
  const isLast = nextText(text, marks, place) === -1;
  if (isLast && text.includes(marks.finish, place) && text.endsWith(marks.end)) return;
  throw new Error(`The stream has an unexpected end: ${text.slice(-400)}`);
}

/** Returns the offset of the next non-empty text, or -1. */
function nextText(text: string, marks: StreamMarks, from: number): number {
  let place = text.indexOf(marks.text, from);
  while (place !== -1) {
    const start = place + marks.text.length;
    if (!text.startsWith(EMPTY, start)) return start;
    place = text.indexOf(marks.text, start);
  }
  return -1;
}

const EMPTY = '""';

/** Throws unless `found` is the expected text. `answer` is the complete answer, for the error message. */
export function checkText(found: unknown, answer: string): void {
  if (found !== wholeText) throw new Error(`The answer has an unexpected text: ${answer.slice(0, 400)}`);
}

/** Returns the text of a chat completion; undefined if its finish reason is not `stop`. */
export function textOfCompletion(answer: string): unknown {
  const [choice] = (JSON.parse(answer) as Completion).choices;
  return choice?.finish_reason === 'stop' ? choice.message.content : undefined;
}

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: unknown }; readonly finish_reason: unknown }[];
}
