import type { Call, ExtraPlace, Fields, FinishEvent, ReasoningPart, WireName } from '../core/index.ts';

/** What every answer begins with. */
export interface AnswerHead {
  readonly id: string;
  /** In seconds since 1970. */
  readonly createdAt: number;
  /** The model that answers. It is certain once the first event is there. */
  readonly model: () => string;
}

/** The answer of a whole turn, gathered from its Events: what its client may see. */
export interface WholeAnswer {
  readonly text: string;
  readonly reasoning: string;
  /** Blocks of reasoning that the client sends back with the answer. */
  readonly blocks: readonly ReasoningPart[];
  /** The client's own calls. */
  readonly calls: readonly Call[];
  /** Members of servers' answers that have no neutral word, by their wire: `annotations`, `logprobs`, `citations`. */
  readonly extra: Readonly<Partial<Record<WireName, Readonly<Record<ExtraPlace, Fields>>>>>;
  readonly finish: FinishEvent;
}
