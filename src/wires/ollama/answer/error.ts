import type { Fields, TurnFailure } from '../../../core/index.ts';
import { reportedError } from '../../answer/error.ts';

/**
 * Returns the error that Ollama sent instead of an answer, `{"error": "…"}`, or undefined. After a status of 200 the text
 * is the only hint at the cause. An unknown text counts as a server error.
 */
export function ollamaError(backend: string, value: Fields): TurnFailure | undefined {
  const failure = reportedError(backend, value);
  if (failure?.kind !== 'upstream-failed' || typeof value.error !== 'string') return failure;
  return { ...failure, status: statusIn(failure.message.toLowerCase()) };
}

/** Derives the status from Ollama's own texts, with the status that Ollama uses for them before a stream starts. */
function statusIn(words: string): number {
  return STATUSES.find(([word]) => words.includes(word))?.[1] ?? SERVER_ERROR;
}

const SERVER_ERROR = 500;
const STATUSES: readonly (readonly [string, number])[] = [
  ['unauthorized', 401],
  ['usage limit', 429],
  ['too many requests', 429],
  ['server busy', 503],
  ['try pulling it', 404], // 'model "x" not found, try pulling it first'
  ['does not support', 400], // "does not support tools", also thinking, chat and images
  ['context length', 400], // "the prompt is longer than …", "the input length exceeds …"
  ['context size', 400],
  ['must be of type', 400], // 'option "x" must be of type …'
  ['invalid think value', 400],
];
