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
import { type Bounds, boundBlocks, boundValue, truncateText } from './bounds.ts';
import { type Form, readAnswer } from './content.ts';

/** The call that an outcome belongs to, and the bounds for its content. */
export interface Settling {
  readonly callId: string;
  readonly tool: string;
  readonly durationMs: number;
  readonly notes: readonly Note[];
  readonly bounds: Bounds;
}

/** Returns how a structured result violates its tool's output schema, or undefined. */
export type BreachOf = (structured: unknown) => string | undefined;

/** Converts any value that a tool returned to an Outcome of plain, bounded data. */
export function settle(
  result: unknown,
  form: Form,
  from: Settling,
  outputSchemaViolation: BreachOf = () => undefined,
): Outcome {
  const answer = readAnswer(result, form);
  const notes = [...from.notes];
  const content = boundBlocks(answer.blocks, from.bounds, notes);
  const { outcomeBytes, mediaBytes, wholeBytes } = from.bounds;
  const isTold = !answer.isError || wholeBytes !== undefined;
  const structured = isTold ? boundValue(answer.structured, outcomeBytes, from.bounds, notes) : undefined;
  const whole: Whole = wholeBytes === undefined ? {} : boundMeta(answer.meta, from.bounds, notes);
  if (wholeBytes !== undefined && (isCut(notes) || bytesOf([content, structured, whole]) > wholeBytes))
    return settleFailure({ kind: 'too-large', tool: from.tool, limitBytes: wholeBytes }, { ...from, notes });
  if (answer.isError) {
    const message = textOf(content) || 'The tool reported an error without a message.';
    const refusal = settleFailure({ kind: 'reported', tool: from.tool, message }, { ...from, notes });
    // The content may include images, which the message lacks.
    return {
      ...refusal,
      ...(content.length > 0 && { content }),
      ...(structured !== undefined && { structured }),
      ...whole,
    };
  }
  const artifact = boundValue(answer.artifact, mediaBytes, from.bounds, notes);
  const problem = structured === undefined ? undefined : outputSchemaViolation(structured);
  if (problem !== undefined) notes.push({ kind: 'unlike-promised', problem });
  const isWords = problem !== undefined && answer.isToldByStructured === true;
  return {
    status: 'ok',
    callId: from.callId,
    tool: from.tool,
    content: isWords ? [inWords(structured, problem)] : content,
    // Programs rely on the output schema, so a result that violates it is omitted.
    ...(structured === undefined || problem !== undefined ? {} : { structured }),
    ...whole,
    ...(artifact === undefined ? {} : { artifact }),
    durationMs: from.durationMs,
    notes,
  };
}

type Whole = Pick<Outcome, 'meta'>;

function boundMeta(meta: unknown, bounds: Bounds, notes: Note[]): Whole {
  const bounded = boundValue(meta, bounds.outcomeBytes, bounds, notes);
  return bounded === undefined ? {} : { meta: bounded };
}

function isCut(notes: readonly Note[]): boolean {
  return notes.some(({ kind }) => kind === 'cut');
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

/** Returns a structured result as text for the model, with a remark that it violates the output schema. */
function inWords(structured: unknown, problem: string): Block {
  return {
    type: 'text',
    text: `${JSON.stringify(structured)}\n[… does not match the tool's output schema: ${problem}]`,
  };
}

export function settleFailure(told: CallFailure, from: Settling): ErrorOutcome {
  const failure = withoutSecrets(told, from.bounds.redact);
  const { text } = truncateText(tell(failure), from.bounds.outcomeBytes);
  return {
    status: 'error',
    callId: from.callId,
    tool: from.bounds.redact(from.tool), // the name of an unknown tool may be any text
    failure,
    content: [{ type: 'text', text }],
    durationMs: from.durationMs,
    notes: from.notes,
  };
}

/** Redacts the texts of a CallFailure, which may come from a tool or a server. */
function withoutSecrets<T>(value: T, redact: (text: string) => string): T {
  if (typeof value === 'string') return redact(value) as T;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, redact)) as T;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withoutSecrets(field, redact)])) as T;
}
