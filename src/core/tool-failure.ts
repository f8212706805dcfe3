import type { CallFailure } from './call-failure.ts';

/**
 * The error that a gateway tool throws when it knows what went wrong: a CallFailure without the tool's name, which the
 * executor adds. External tools may throw anything.
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure';
  readonly failure: ReportedFailure;

  constructor(failure: ReportedFailure, options?: ErrorOptions) {
    super('reason' in failure ? failure.reason : failure.message, options);
    this.failure = failure;
  }
}

export type ReportedFailure =
  | Omit<Extract<CallFailure, { kind: 'unavailable' }>, 'tool'>
  | Omit<Extract<CallFailure, { kind: 'overloaded' }>, 'tool'>
  | Omit<Extract<CallFailure, { kind: 'reported' }>, 'tool'>;
