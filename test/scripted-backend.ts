import type {
  Call,
  Demands,
  Event,
  FinishReason,
  ModelRequest,
  ReasoningPart,
  TurnFailure,
  Usage,
  WireFields,
} from '../src/core/index.ts';
import type { Backend, BackendFacts, Backends, ModelFacts, ModelSettings, Overflow } from '../src/models/index.ts';

/** The model's answer in one step. */
export interface ScriptedStep {
  readonly text?: string;
  readonly reasoning?: string;
  /** State that the server expects back with the reasoning. */
  readonly reasoningState?: WireFields;
  /** Reasoning blocks that the server expects back. */
  readonly blocks?: readonly ReasoningPart[];
  readonly calls?: readonly (Call & { readonly arguments: string })[];
  readonly extra?: Readonly<Record<string, unknown>>;
  /** Extra fields of the choice, such as `logprobs`. They follow the text. */
  readonly choice?: Readonly<Record<string, unknown>>;
  readonly reason?: FinishReason;
  readonly usage?: Usage;
  readonly failure?: TurnFailure;
}

/** A backend without a wire. `play` answers each step, and `requests` keeps all requests. */
export class ScriptedBackend implements Backend {
  readonly requests: ModelRequest[] = [];
  readonly demands: Demands;
  overflow: Overflow = 'refused';
  /** Facts that the backend reports about its model. */
  facts: ModelFacts = {};
  /** Settings of its model. */
  said: ModelSettings = {};
  /** True if the backend can report whether its model supports native calls. */
  tellsNativeTools = false;
  /** Name of its model, which may reveal the model family. */
  model = 'mock';
  play: (request: ModelRequest, signal: AbortSignal) => ScriptedStep | Promise<ScriptedStep>;

  constructor(play: ScriptedBackend['play'], demands: Demands = {}) {
    this.play = play;
    this.demands = demands;
  }

  describe(): BackendFacts {
    const { demands, overflow, tellsNativeTools } = this;
    return { name: 'up', kind: 'scripted', address: 'nowhere', demands, overflow, tellsNativeTools };
  }

  async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<readonly Event[], void, undefined> {
    this.requests.push(request);
    const step = await this.play(request, signal);
    const {
      text = '',
      reasoning = '',
      reasoningState: state,
      blocks,
      calls = [],
      extra,
      choice,
      reason,
      usage,
      failure,
    } = step;
    if (reasoning !== '') yield [{ type: 'reasoning', text: reasoning, ...(state !== undefined && { state }) }];
    for (const word of text.match(/\S+\s*|\s+/g) ?? []) yield [{ type: 'text', text: word }];
    if (choice !== undefined) yield [{ type: 'extra', wire: 'chat', at: 'choice', fields: choice }];
    for (const { id, name, arguments: args } of calls) {
      yield [
        { type: 'call-start', id, name, owner: 'gateway' },
        { type: 'call-args', id, text: args },
      ];
    }
    if (blocks !== undefined) yield [{ type: 'reasoning-blocks', parts: blocks }];
    if (extra !== undefined) yield [{ type: 'extra', wire: 'chat', at: 'message', fields: extra }];
    const whole = calls.map((call): Event => ({ type: 'call', call, owner: 'gateway' }));
    const ended = failure === undefined ? (reason ?? (calls.length > 0 ? 'calls' : 'stop')) : 'failed';
    const finish: Event = {
      type: 'finish',
      reason: ended,
      ...(usage === undefined ? {} : { usage }),
      ...(failure === undefined ? {} : { failure }),
    };
    yield [...whole, finish];
  }

  models() {
    return Promise.resolve(['mock']);
  }

  inspect() {
    return Promise.resolve(this.facts);
  }

  close() {
    return Promise.resolve();
  }

  /** Returns this backend as the only backend of a gateway. */
  asBackends(): Backends {
    return {
      warnings: [],
      resolve: () => {
        const id = `up/${this.model}`;
        return { ok: true, id, backend: this, model: this.model, names: [id, this.model], isSubstitute: false };
      },
      relay: () => Promise.resolve({ ok: false, failure: { kind: 'bug' } }),
      async find(asked) {
        return this.resolve(asked);
      },
      similar: () => Promise.resolve([]),
      said: () => this.said,
      disabled: () => [],
      unusable: () => undefined,
      remembered: () => ({}),
      facts: () => Promise.resolve({ overflow: this.overflow, isWindowSet: false, ...this.facts }),
      list: () => Promise.resolve([{ id: 'up/mock', ownedBy: 'up' }]),
      close: () => Promise.resolve(),
    };
  }
}

/** Plays the steps in order, and throws if the model is asked more often. */
export function inOrder(...steps: readonly ScriptedStep[]): ScriptedBackend['play'] {
  let played = 0;
  return () => {
    const step = steps[played++];
    if (step === undefined)
      throw new Error(`The model was asked ${played} times, but the script has ${steps.length} steps.`);
    return step;
  };
}
