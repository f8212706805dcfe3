import type { Call, ExtraPlace, Fields, FinishEvent, ReasoningPart, WireName } from '../core/index.ts';

/** The fields that every answer starts with. */
export interface AnswerHead {
  readonly id: string;
  /** Unix time in seconds. */
  readonly createdAt: number;
  /** Returns the model that answers. The name is final once the first event has arrived. */
  readonly model: () => string;
  /** Returns the headers of the answer, which report the turn's decisions. */
  readonly headers?: () => Readonly<Record<string, string>>;
  /** Returns the number of tools that the model sees. */
  readonly toolCount?: () => number;
  /** Returns the decisions of the turn as plain JSON; undefined if they are not known. Called at the end of the turn. */
  readonly explain?: () => object | undefined;
}

/** The complete answer of a turn as the client sees it, collected from the turn's Events. */
export interface WholeAnswer {
  readonly text: string;
  readonly reasoning: string;
  /** Reasoning blocks that the client must send back with the answer. */
  readonly blocks: readonly ReasoningPart[];
  /** Calls that the client must run. */
  readonly calls: readonly Call[];
  /** Fields of servers' answers that have no neutral type, by protocol: `annotations`, `logprobs`, `citations`. */
  readonly extra: Readonly<Partial<Record<WireName, Readonly<Record<ExtraPlace, Fields>>>>>;
  readonly finish: FinishEvent;
}
