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
import { type Bounds, boundBlocks, boundValue, truncateText, type WholeBound } from './bounds.ts';
import { type Form, readAnswer } from './content.ts';
import { TOO_DEEP } from './plain.ts';

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
  const { outcomeBytes, mediaBytes, whole } = from.bounds;
  const isTold = !answer.isError || whole !== undefined;
  const structured = isTold ? boundValue(answer.structured, outcomeBytes, from.bounds, notes) : undefined;
  const meta = whole === undefined ? undefined : boundValue(answer.meta, outcomeBytes, from.bounds, notes);
  const excess = whole === undefined ? undefined : excessOf([content.map(asSent), structured, meta], whole, notes);
  if (excess !== undefined)
    return settleFailure({ kind: 'too-large', tool: from.tool, reason: excess }, { ...from, notes });
  if (answer.isError) {
    const message = textOf(content) || 'The tool reported an error without a message.';
    const refusal = settleFailure({ kind: 'reported', tool: from.tool, message }, { ...from, notes });
    // The content may include images, which the message lacks.
    return {
      ...refusal,
      ...(content.length > 0 && { content }),
      ...(structured !== undefined && { structured }),
      ...(meta !== undefined && { meta }),
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
    ...(meta === undefined ? {} : { meta }),
    ...(artifact === undefined ? {} : { artifact }),
    durationMs: from.durationMs,
    notes,
  };
}

/** Returns why a result cannot be passed on whole, or undefined. */
function excessOf(parts: unknown, { bytes, source }: WholeBound, notes: readonly Note[]): string | undefined {
  if (notes.some((note) => note.kind === 'replaced' && note.what === TOO_DEEP)) return `has ${TOO_DEEP}`;
  const isCut = notes.some(({ kind }) => kind === 'cut');
  const isLarger = isCut || Buffer.byteLength(JSON.stringify(parts)) > bytes;
  return isLarger ? `is larger than ${bytes} bytes (${source})` : undefined;
}

/** Returns what is sent for a block: MCP has no blocks of JSON, so a JSON value is sent as text, which is longer. */
function asSent(block: Block): unknown {
  return block.type === 'json' ? JSON.stringify(block.value) : block;
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
