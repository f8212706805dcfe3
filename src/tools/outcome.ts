import {
  type Block,
  type CallFailure,
  type ErrorOutcome,
  isRecord,
  type Note,
  type Outcome,
  tell,
  textOf,
} from '../core/index.ts';
import { type Bounds, boundBlocks, boundValue, cutText } from './bounds.ts';
import { type Form, readAnswer } from './content.ts';

/** Where an outcome comes from, and the bounds it must keep. */
export interface Settling {
  readonly callId: string;
  readonly tool: string;
  readonly durationMs: number;
  readonly notes: readonly Note[];
  readonly bounds: Bounds;
}

/** What is wrong with a structured answer, if its tool promised another. */
export type BreachOf = (structured: unknown) => string | undefined;

/** Settles what a tool returned, whatever that is, into an Outcome of plain, bounded data. */
export function settle(result: unknown, form: Form, from: Settling, breachOf: BreachOf = () => undefined): Outcome {
  const answer = readAnswer(result, form);
  const notes = [...from.notes];
  const content = boundBlocks(answer.blocks, from.bounds, notes);
  if (answer.isError) {
    const message = textOf(content) || 'the tool reported an error without a word about it';
    const refusal = settleFailure({ kind: 'reported', tool: from.tool, message }, { ...from, notes });
    return content.length === 0 ? refusal : { ...refusal, content }; // a picture may say more than its words
  }
  const { outcomeBytes, mediaBytes } = from.bounds;
  const structured = boundValue(answer.structured, outcomeBytes, from.bounds, notes);
  const artifact = boundValue(answer.artifact, mediaBytes, from.bounds, notes);
  const problem = structured === undefined ? undefined : breachOf(structured);
  if (problem !== undefined) notes.push({ kind: 'unlike-promised', problem });
  const isWords = problem !== undefined && answer.isToldByStructured === true;
  return {
    status: 'ok',
    callId: from.callId,
    tool: from.tool,
    content: isWords ? [inWords(structured, problem)] : content,
    // It is for programs, which trust its schema.
    ...(structured === undefined || problem !== undefined ? {} : { structured }),
    ...(artifact === undefined ? {} : { artifact }),
    durationMs: from.durationMs,
    notes,
  };
}

/** A model can make sense of data that nobody promised, if it is told so. */
function inWords(structured: unknown, problem: string): Block {
  return { type: 'text', text: `${JSON.stringify(structured)}\n[… not what the tool promises: ${problem}]` };
}

export function settleFailure(told: CallFailure, from: Settling): ErrorOutcome {
  const failure = withoutSecrets(told, from.bounds.redact);
  const { text } = cutText(tell(failure), from.bounds.outcomeBytes);
  return {
    status: 'error',
    callId: from.callId,
    tool: from.bounds.redact(from.tool), // of an unknown tool, anything at all
    failure,
    content: [{ type: 'text', text }],
    durationMs: from.durationMs,
    notes: from.notes,
  };
}

/** A CallFailure is plain data of our own making, with foreign texts in it. */
function withoutSecrets<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redact)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutSecrets(field, redact)])) as T;
}
