/** Choices for text that a Reader can reasonably handle in more than one way. */
export interface Policy {
  /** Whitespace between text and a call: `exact` keeps it, `trimmed` removes it. Whitespace between calls is always removed. */
  readonly textAround: 'exact' | 'trimmed';
  /**
   * Text after a call. A model that continues after its calls often invents their outcomes. `dropped`: the text is left
   * out. `ends`: the text ends the message, so that calls after the text are also left out.
   */
  readonly textAfter: 'kept' | 'dropped' | 'ends';
  /** A call in a Markdown fence after other text, usually an example. A fence that begins the message is always read. */
  readonly inFences: 'text' | 'read';
  /** A call inside the reasoning. `by-format`: the rule of the call's format applies. */
  readonly callsInReasoning: 'by-format' | 'read' | 'ignored';
  /** A call of an unknown tool. `passed`: the call is emitted, and its executor reports the error to the model. */
  readonly unknownTools: 'passed' | 'text' | 'dropped';
  /** Text that begins like a call but is not one. */
  readonly malformed: 'text' | 'dropped';
  /**
   * The outcome of a call, written by the model itself: outside code, not directly after a quotation mark, and not in
   * reasoning. `cut`: the text ends before it, and everything after it is left out.
   */
  readonly inventedResults: 'kept' | 'cut';
}

export const defaultPolicy: Policy = {
  textAround: 'exact',
  textAfter: 'kept',
  inFences: 'text',
  callsInReasoning: 'by-format',
  unknownTools: 'passed',
  malformed: 'text',
  inventedResults: 'kept',
};
