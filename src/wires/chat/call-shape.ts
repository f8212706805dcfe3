import type { Call, Fields, Requested } from '../../core/index.ts';
import { FreeformReader } from '../freeform.ts';
import { writeCall } from './call.ts';

/** The form in which a client receives calls, which depends on how it listed its tools. */
export interface CallShape {
  /** Names of the tools of the type `custom`. */
  readonly custom: ReadonlySet<string>;
  /** True if the client sent the deprecated `functions`. It receives at most one call, as `function_call`. */
  readonly isLegacy: boolean;
}

export function callShape(tools: Requested, isLegacy: boolean): CallShape {
  const listed = tools.kind === 'listed' ? tools.tools : [];
  const custom = listed.filter(({ freeform }) => freeform !== undefined).map(({ name }) => name);
  return custom.length === 0 && !isLegacy ? USUAL_CALLS : { custom: new Set(custom), isLegacy };
}

export const USUAL_CALLS: CallShape = { custom: new Set(), isLegacy: false };

/** Writes the calls of a complete message. Returns no field if there are none. */
export function writeCalls(calls: readonly Call[], { custom, isLegacy }: CallShape): Fields {
  const [first] = calls;
  if (first === undefined) return {};
  if (isLegacy) return { function_call: writeCall(first).function };
  return { tool_calls: calls.map((call) => writeCall(call, custom)) };
}

/** Writes the calls of a stream as deltas of its message. */
export class CallDeltas {
  readonly #shape: CallShape;
  readonly #begun = new Map<string, BegunCall>();

  constructor(shape: CallShape) {
    this.#shape = shape;
  }

  start(id: string, name: string): object {
    const index = this.#begun.size;
    const isCustom = this.#shape.custom.has(name);
    this.#begun.set(id, { index, isBare: true, input: isCustom ? new FreeformReader() : undefined });
    if (this.#shape.isLegacy) return { function_call: { name, arguments: '' } };
    const head = { index, id };
    if (isCustom) return { tool_calls: [{ ...head, type: 'custom', custom: { name, input: '' } }] };
    return { tool_calls: [{ ...head, type: 'function', function: { name, arguments: '' } }] };
  }

  /** Returns the delta for the next piece of a call's arguments; undefined if the client sees nothing of it. */
  arguments(id: string, text: string): object | undefined {
    const call = this.#begun.get(id);
    if (call === undefined) return undefined;
    call.isBare = false;
    return call.input === undefined ? this.#arguments(call, text) : inputDelta(call, call.input.push(text));
  }

  /** Returns the last deltas. If the calls are complete, those without arguments get an empty object as arguments. */
  end(areComplete: boolean): readonly object[] {
    return [...this.#begun.values()].flatMap((call) => {
      if (call.input !== undefined) return inputDelta(call, call.input.end()) ?? [];
      return call.isBare && areComplete ? [this.#arguments(call, '{}')] : [];
    });
  }

  #arguments({ index }: BegunCall, text: string): object {
    if (this.#shape.isLegacy) return { function_call: { arguments: text } };
    return { tool_calls: [{ index, function: { arguments: text } }] };
  }
}

interface BegunCall {
  readonly index: number;
  /** True while the call has no arguments. */
  isBare: boolean;
  /** Set for a call of a tool of the type `custom`. */
  readonly input: FreeformReader | undefined;
}

function inputDelta({ index }: BegunCall, input: string): object | undefined {
  return input === '' ? undefined : { tool_calls: [{ index, custom: { input } }] };
}
