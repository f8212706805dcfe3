/** An event that a Reader emits while it parses a model's text. */
export type ReaderEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** A call has begun and its name is known. `id` is the model's own id if the format has ids, otherwise a generated one. */
  | { readonly type: 'call-start'; readonly index: number; readonly id: string; readonly name: string }
  /** The next piece of the arguments, as JSON. All pieces of a call joined are its `argumentsText`. */
  | { readonly type: 'call-args'; readonly index: number; readonly text: string }
  | ReaderCall
  | ReaderNotice;

/** A complete call. If a call that has begun cannot be completed, a notice is emitted instead. */
export interface ReaderCall {
  readonly type: 'call';
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** The parsed value of `argumentsText`. */
  readonly arguments: unknown;
  /** The arguments as JSON. Unlike `arguments`, it keeps numbers that are too large for JavaScript and duplicate fields. */
  readonly argumentsText: string;
  /** Id of the format in which the call is written. */
  readonly format: string;
  /** Set if only the end of the text ended the call. The call is complete only if the text was not truncated. */
  readonly isOpenEnded?: true;
  /** The text that the model wrote for the call. Set only if the reader has the option `keepsWritten`. */
  readonly written?: string;
}

/**
 * Codes of notices:
 *
 * - `repaired`: a call was not well-formed and was repaired. The message lists the problems.
 * - `malformed`: text that began like a call cannot be parsed as one. It stays text, unless `call-start` was already
 *   emitted: then the notice contains the text.
 * - `incomplete`: the text ended inside a call. The call must not be executed.
 * - `unknown-tool`: a call names an unknown tool. The policy decides whether it is left out or stays text.
 * - `suppressed`: a call is left out because the tool choice is `none`.
 * - `in-reasoning`: a call inside the reasoning stays reasoning. Emitted once for each block of reasoning.
 * - `in-code`: a call inside Markdown code stays text. Emitted once.
 * - `left-out`: the policy drops text after the calls (emitted once) or a call after such text, or the model
 *   repeats a known outcome, which is dropped.
 * - `invented-result`: the model wrote the outcome of a call itself, and the policy cuts the text there. Nothing follows.
 * - `inexact`: parsing the arguments loses information: a number is too large, or an object has the same field twice.
 */
export type NoticeCode =
  | 'repaired'
  | 'malformed'
  | 'incomplete'
  | 'unknown-tool'
  | 'suppressed'
  | 'in-reasoning'
  | 'in-code'
  | 'left-out'
  | 'invented-result'
  | 'inexact';

export interface ReaderNotice {
  readonly type: 'notice';
  readonly code: NoticeCode;
  readonly message: string;
  /** Index of the call, if `call-start` was emitted for it. */
  readonly index?: number;
  readonly name?: string;
  readonly format?: string;
  /** Text of the model that no other event contains: that of a call that began and failed, or text that was left out. */
  readonly text?: string;
}
