/** What a Reader tells of a model's text. */
export type ReaderEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** The name is known; `id` is the model's own where its format has one. */
  | { readonly type: 'call-start'; readonly index: number; readonly id: string; readonly name: string }
  /** More of the arguments, as JSON. Joined they are `argumentsText` of the call. */
  | { readonly type: 'call-args'; readonly index: number; readonly text: string }
  | ReaderCall
  | ReaderNotice;

/** A call that is whole. One that is not never gets here: a notice says why. */
export interface ReaderCall {
  readonly type: 'call';
  readonly index: number;
  readonly id: string;
  readonly name: string;
  /** The value of `argumentsText`. */
  readonly arguments: unknown;
  /** The arguments as JSON. It is exact where a number is too large for JavaScript, and where a member comes twice. */
  readonly argumentsText: string;
  /** The format that it was written in. */
  readonly format: string;
  /** Only the end of the text ended it: whether it is whole depends on why that came. */
  readonly isOpenEnded?: true;
  /** What the model wrote, where that was asked for. */
  readonly written?: string;
}

/**
 * - `repaired`: a call was not quite well-formed, and what was done about it.
 * - `malformed`: what began like a call cannot be read as one. It stays text; once it was told to begin, it is in the notice.
 * - `incomplete`: the text ended within a call; it must not be executed.
 * - `unknown-tool`: a call names no known tool, and the policy leaves it out.
 * - `suppressed`: a call where none was wanted.
 * - `in-reasoning`: a call among thoughts, left there.
 * - `in-code`: a call in Markdown's code, left there; said once.
 * - `left-out`: text behind the calls, where the policy drops it, said once; or a call behind such text.
 * - `inexact`: the arguments hold something that their value does not: a number too large, a member named twice.
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
  | 'inexact';

export interface ReaderNotice {
  readonly type: 'notice';
  readonly code: NoticeCode;
  readonly message: string;
  /** The call it is about, if it had begun. */
  readonly index?: number;
  readonly name?: string;
  readonly format?: string;
  /** What the model wrote, if no other event has it: of a call that had begun. */
  readonly text?: string;
}
