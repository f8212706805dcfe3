import { tokens, wholeText } from './answers.ts';

/** By what a stream's texts and its end are found. */
export interface StreamMarks {
  /** Stands before each text. */
  readonly text: string;
  readonly finish: string;
  /** The last that comes. */
  readonly end: string;
}

export const chatMarks: StreamMarks = {
  text: '"content":',
  finish: '"finish_reason":"stop"',
  end: 'data: [DONE]\n\n',
};

/** As they stand in JSON. */
export const writtenTokens: readonly string[] = tokens.map((token) => JSON.stringify(token));

/** Every token in its order, nothing else said, one reason to end, and the end. Looks at the text: to parse it all would drown the rest. */
export function checkStream(text: string, marks: StreamMarks): void {
  let place = 0;
  for (const token of writtenTokens) {
    place = nextText(text, marks, place);
    if (!text.startsWith(token, place)) throw new Error(`not the token ${token}: ${text.slice(place, place + 400)}`);
  }
  const isLast = nextText(text, marks, place) === -1;
  if (isLast && text.includes(marks.finish, place) && text.endsWith(marks.end)) return;
  throw new Error(`not the end that was expected: ${text.slice(-400)}`);
}

/** Where the next text begins that is not empty; -1 where there is none. */
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

/** `answer` is what it was found in. */
export function checkText(found: unknown, answer: string): void {
  if (found !== wholeText) throw new Error(`not the answer that was expected: ${answer.slice(0, 400)}`);
}

/** The text of a chat completion; undefined if it did not end by itself. */
export function textOfCompletion(answer: string): unknown {
  const [choice] = (JSON.parse(answer) as Completion).choices;
  return choice?.finish_reason === 'stop' ? choice.message.content : undefined;
}

interface Completion {
  readonly choices: readonly { readonly message: { readonly content: unknown }; readonly finish_reason: unknown }[];
}
