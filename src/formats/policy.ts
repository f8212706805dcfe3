/** What a Reader does where there is more than one good answer. */
export interface Policy {
  /** White space between a text and a call: `exact` keeps it, `trimmed` does not. Between calls there is never any. */
  readonly textAround: 'exact' | 'trimmed';
  /**
   * Text behind a call: a model that goes on after its calls often makes up their outcomes. `dropped`: it is left out.
   * `ends`: the message is over with it, so that calls which stand behind it are left out too.
   */
  readonly textAfter: 'kept' | 'dropped' | 'ends';
  /** A call in a Markdown fence that has words before it: mostly an example. A fence that begins the message is always read. */
  readonly inFences: 'text' | 'read';
  /** A call among thoughts. `by-format`: as the families of that format mean it. */
  readonly callsInReasoning: 'by-format' | 'read' | 'ignored';
  /** A call of a tool that nobody knows. `passed`: whoever executes it tells the model. */
  readonly unknownTools: 'passed' | 'text' | 'dropped';
  /** What begins like a call and is none. */
  readonly malformed: 'text' | 'dropped';
}

export const defaultPolicy: Policy = {
  textAround: 'exact',
  textAfter: 'kept',
  inFences: 'text',
  callsInReasoning: 'by-format',
  unknownTools: 'passed',
  malformed: 'text',
};
