import type { Fields, TurnFailure } from '../../../core/index.ts';
import { reportedError } from '../../answer/error.ts';

/**
 * The error that Ollama reports where an answer should be: `{"error": "…"}`, words alone. Behind a 200 they are all that
 * tells whose fault it is; what they do not tell counts as the server's.
 */
export function ollamaError(backend: string, value: Fields): TurnFailure | undefined {
  const failure = reportedError(backend, value);
  if (failure?.kind !== 'upstream-failed' || typeof value.error !== 'string') return failure;
  return { ...failure, status: statusIn(failure.message.toLowerCase()) };
}

/** By words of Ollama's own, with the statuses that it gives them where it still can. */
function statusIn(words: string): number {
  return STATUSES.find(([word]) => words.includes(word))?.[1] ?? SERVER_ERROR;
}

const SERVER_ERROR = 500;
const STATUSES: readonly (readonly [string, number])[] = [
  ['unauthorized', 401],
  ['usage limit', 429],
  ['too many requests', 429],
  ['server busy', 503],
  ['try pulling it', 404], // model "x" not found, try pulling it first
  ['does not support', 400], // tools, thinking, chat, images
  ['context length', 400], // the prompt is longer than, the input length exceeds
  ['context size', 400],
  ['must be of type', 400], // option "x"
  ['invalid think value', 400],
];
