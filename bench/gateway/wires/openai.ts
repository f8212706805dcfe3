import { streamedAnswer, wholeAnswer } from '../answers.ts';
import { chatMarks, textOfCompletion } from '../checks.ts';
import { question } from '../questions.ts';
import { type BenchWire, scattered } from './wire.ts';

/** Imitates most chat-completions servers: the events of a stream differ in their text only. */
export const openai: BenchWire = {
  backend: { kind: 'openai', basePath: '/v1' },
  path: '/v1/chat/completions',
  streamType: 'text/event-stream; charset=utf-8',
  question: (model, isStreamed) => question(model, { isStreamed }),
  whole: wholeAnswer,
  textIn: textOfCompletion,
  streamed: (model) => streamedAnswer(model, true),
  marks: chatMarks,
};

/** Imitates OpenAI's own server: each event has random characters, so that its length does not reveal the text's. */
export const paddedOpenai: BenchWire = {
  ...openai,
  streamed: (model) => streamedAnswer(model, true, (place) => ({ usage: null, obfuscation: paddingOf(place) })),
};

function paddingOf(place: number): string {
  const start = scattered(place, LETTERS.length - MAX_CHARACTERS);
  return LETTERS.slice(start, start + 1 + scattered(place, MAX_CHARACTERS));
}

const LETTERS = 'Kx3vQm8Zt1LpRb6YwN0dGh5JcSf9UaEo2TiVk7XsDzBqMuWlHnCyOg4PjIrF';
const MAX_CHARACTERS = 15;
