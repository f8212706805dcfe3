import type { FinishReason, Usage } from './event.ts';
import type { Failure } from './failure.ts';
import type { Note, Outcome } from './outcome.ts';
import type { Decided } from './plan.ts';
import type { Progress } from './tool.ts';

/** Something that happened in the gateway, as plain data. The log, turn records, metrics and the console are built on it. */
export type Observation =
  | TurnStarted
  | TurnFinished
  | StepStarted
  | StepFinished
  | CallStarted
  | CallProgressed
  | CallFinished
  | UpstreamAttempted
  | ServerChanged;

export interface TurnStarted {
  readonly type: 'turn-started';
  readonly turn: string;
  /** Id of the client's key, never the key itself. */
  readonly key: string;
  /** The model's name as the client wrote it. */
  readonly asked: string;
  /** `backend/name` of the first model that is called. */
  readonly model: string;
  readonly isStreamed: boolean;
}

export interface TurnFinished {
  readonly type: 'turn-finished';
  readonly turn: string;
  readonly key: string;
  readonly asked: string;
  /** The model that answered, or failed last. */
  readonly model: string;
  /** True if the client's model is unknown and the default model answered instead. */
  readonly isSubstitute: boolean;
  /** The tools that the model was shown, and the reasons. */
  readonly decided: Decided;
  /** `left`: the client disconnected or stopped reading before the end. */
  readonly finish: FinishReason | 'left';
  readonly usage?: Usage | undefined;
  readonly failure?: Failure | undefined;
  readonly durationMs: number;
}

/** A model call begins. */
export interface StepStarted {
  readonly type: 'step-started';
  readonly turn: string;
  readonly model: string;
  /** 1 for the first step of a turn. */
  readonly step: number;
  readonly format: string;
  readonly toolCount: number;
}

export interface StepFinished {
  readonly type: 'step-finished';
  readonly turn: string;
  readonly model: string;
  readonly step: number;
  readonly finish: FinishReason;
  readonly callCount: number;
  readonly usage?: Usage | undefined;
  readonly failure?: Failure | undefined;
  readonly durationMs: number;
}

/** Common fields of tool-call observations. `labels` identify the caller: `{ turn }` for a model's call. */
interface CallObservation {
  readonly labels: object;
  readonly callId: string;
  readonly tool: string;
}

/** A tool is about to be invoked. */
export interface CallStarted extends CallObservation {
  readonly type: 'call-started';
}

export interface CallProgressed extends CallObservation {
  readonly type: 'call-progressed';
  readonly progress?: Progress | undefined;
}

/** A call ended. Also sent for a call that never ran: an unknown tool, bad arguments, a refusal. */
export interface CallFinished extends CallObservation {
  readonly type: 'call-finished';
  readonly outcome: Outcome;
  /** The arguments as the tool received them, with secrets removed. */
  readonly arguments: unknown;
  readonly notes: readonly Note[];
  /** The value that the tool threw, with secrets removed. */
  readonly cause?: unknown;
}

/** One HTTP request for a step succeeded (its answer began) or failed. */
export interface UpstreamAttempted {
  readonly type: 'upstream-attempted';
  readonly backend: string;
  readonly turn?: string | undefined;
  readonly attempt: number;
  readonly failure?: Failure | undefined;
  /** Set when another attempt follows. */
  readonly retryInMs?: number | undefined;
  /** Time until the first event of the answer, or until the failure. */
  readonly durationMs: number;
}

/** An MCP server connected, disconnected, failed, or changed its list of tools. */
export interface ServerChanged {
  readonly type: 'server-changed';
  readonly server: string;
  readonly change: ServerChange;
}

export type ServerChange =
  /** The server is not started. `check` is set if that is a problem: the advice on it. */
  | { readonly kind: 'off'; readonly reason: string; readonly check?: string | undefined }
  | {
      readonly kind: 'connecting';
      readonly attempt: number;
      readonly delayMs: number;
      readonly isGone: boolean;
      /** The time limit of the attempt, if it is longer than usual because the server may be downloading its package. */
      readonly downloadMs?: number | undefined;
    }
  | { readonly kind: 'connected'; readonly attempt: number; readonly about: object }
  | { readonly kind: 'lost'; readonly reason: string; readonly stderr: string }
  /** The server keeps losing its connection, so its tools are withdrawn while it is disconnected. */
  | { readonly kind: 'unsteady'; readonly delayMs: number }
  | ServerFailed
  | { readonly kind: 'listed'; readonly tools: number; readonly isNews: boolean }
  | { readonly kind: 'not-listed'; readonly reason: string }
  /** A bug in the gateway ended the connection for good. */
  | { readonly kind: 'broken'; readonly error: unknown };

export interface ServerFailed {
  readonly kind: 'failed';
  readonly attempt: number;
  /** After this many failed attempts the server counts as gone; further attempts run in the background. */
  readonly attempts: number;
  readonly reason: string;
  /** Advice for the user: what to check. */
  readonly check: string;
  readonly stderr: string;
  /** True if the reason differs from the one that was reported last. */
  readonly isNews: boolean;
}

type Kind = Observation['type'];
type Of<K extends Kind> = Extract<Observation, { readonly type: K }>;
type Listener<K extends Kind> = (observation: Of<K>) => void;

/**
 * Passes observations to listeners. Callers check `hasListener` first, so that no observation is built without a listener. A
 * listener must not throw; if it does, the error goes to `onError` and the other listeners still run.
 */
export class Observer {
  readonly #listeners = new Map<Kind, readonly ((observation: never) => void)[]>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void = () => {}) {
    this.#onError = onError;
  }

  /** Subscribes a listener and returns the function that unsubscribes it. */
  on<K extends Kind>(kind: K, listener: Listener<K>): () => void {
    this.#listeners.set(kind, [...(this.#listeners.get(kind) ?? []), listener]);
    return () => {
      const others = (this.#listeners.get(kind) ?? []).filter((each) => each !== listener);
      if (others.length > 0) this.#listeners.set(kind, others);
      else this.#listeners.delete(kind);
    };
  }

  hasListener(kind: Kind): boolean {
    return this.#listeners.has(kind);
  }

  tell(observation: Observation): void {
    for (const listener of this.#listeners.get(observation.type) ?? []) {
      try {
        listener(observation as never);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
