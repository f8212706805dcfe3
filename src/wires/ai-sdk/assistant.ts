import {
  type AssistantMessage,
  type Call,
  type EarlierStep,
  type Fields,
  isRecord,
  type Part,
  type Refused,
  refuse,
  refuseValue,
  type ToolMessage,
} from '../../core/index.ts';
import { freeformArguments } from '../freeform.ts';
import { readFile } from './file.ts';
import { cacheMarkerIn } from './marker.ts';
import { readReasoningPart } from './reasoning.ts';
import { readToolResult } from './tool-result.ts';
import { unwrapGatewayCall } from './v2.ts';
import type { Warnings } from './warnings.ts';

/** The facts about a call that its messages depend on. */
export interface Circumstances {
  readonly warnings: Warnings;
  /** The name under which V2 has the calls of gateway tools. */
  readonly gatewayName: string | undefined;
  /** Names of the tools that take one text. */
  readonly freeform: ReadonlySet<string>;
}

/**
 * Reads an assistant message. Calls that a provider executed (the gateway's own tools) divide it into the steps of the turn:
 * a step ends where something else follows the results of its calls.
 */
export class AssistantReader {
  readonly #warnings: Warnings;
  readonly #gatewayName: string | undefined;
  readonly #freeform: ReadonlySet<string>;
  readonly #beside: { readonly cacheMarker?: Fields };
  readonly #content: Part[] = [];
  readonly #calls: Call[] = [];
  readonly #steps: OpenStep[] = [new OpenStep()];
  /** The step of each call that a provider executed. */
  readonly #stepOf = new Map<string, OpenStep>();

  constructor({ warnings, gatewayName, freeform }: Circumstances, beside: { readonly cacheMarker?: Fields }) {
    this.#warnings = warnings;
    this.#gatewayName = gatewayName;
    this.#freeform = freeform;
    this.#beside = beside;
  }

  /** Ids of the calls that are not the client's. */
  get ownIds(): Iterable<string> {
    return this.#stepOf.keys();
  }

  readAll(content: unknown, path: string): Refused | undefined {
    if (typeof content === 'string') {
      this.#say({ type: 'text', text: content });
      return undefined;
    }
    if (!Array.isArray(content)) return refuseValue(path, content, 'a list of parts');
    for (const [place, part] of content.entries()) {
      const refused = this.#read(part, `${path}[${place}]`);
      if (refused !== undefined) return refused;
    }
    return undefined;
  }

  /** Takes the result of a call that is not the client's. Returns false if there is no such call, or it has a result. */
  answer(result: ToolMessage): boolean {
    const step = this.#stepOf.get(result.callId);
    if (step === undefined || step.results.has(result.callId)) return false;
    step.results.set(result.callId, result);
    return true;
  }

  close(): AssistantMessage {
    const message = { role: 'assistant' as const, content: this.#content, calls: this.#calls, ...this.#beside };
    if (this.#stepOf.size === 0) return message;
    const steps = this.#steps
      .filter(({ content, calls }) => content.length + calls.length > 0)
      .map(({ content, calls, results }): EarlierStep => ({ content, calls, results: [...results.values()] }));
    return { ...message, steps };
  }

  #read(part: unknown, path: string): Refused | undefined {
    if (!isRecord(part)) return refuseValue(path, part, 'an object with a "type"');
    switch (part.type) {
      case 'text':
        if (typeof part.text !== 'string') return refuseValue(`${path}.text`, part.text, 'a string');
        this.#say({ type: 'text', text: part.text, ...cacheMarkerIn(part) });
        return undefined;
      case 'reasoning':
        if (typeof part.text !== 'string') return refuseValue(`${path}.text`, part.text, 'a string');
        for (const each of readReasoningPart(part.text, part.providerOptions)) this.#say(each);
        return undefined;
      case 'file': {
        const file = readFile(part, path, this.#warnings);
        if (!file.ok) return file;
        for (const each of file.value) this.#say(each);
        return undefined;
      }
      case 'tool-call':
        return this.#call(part, path);
      case 'tool-result': {
        const result = readToolResult(part, path, this.#warnings);
        if (!result.ok) return result;
        if (!this.answer(result.value)) this.#warnings.unsupported('tool-result', RESULT_ALONE);
        return undefined;
      }
      case 'tool-approval-request': // the call itself is another part
        return undefined;
      default:
        this.#warnings.unsupported('assistant message part', PART);
        return undefined;
    }
  }

  #call(part: Fields, path: string): Refused | undefined {
    const { toolCallId: id, toolName: name, input, providerExecuted } = part;
    if (typeof id !== 'string') return refuseValue(`${path}.toolCallId`, id, 'a string');
    if (typeof name !== 'string') return refuseValue(`${path}.toolName`, name, 'a string');
    const isOwn = providerExecuted === true;
    const wrapped = isOwn && name === this.#gatewayName ? unwrapGatewayCall(input) : undefined;
    const isText = typeof input === 'string' && this.#freeform.has(name);
    const args = isText ? freeformArguments(input) : jsonText(wrapped === undefined ? input : wrapped.input);
    if (args === undefined) return refuse(`${path}.input`, `${path}.input is no JSON value.`);
    const call: Call = { id, name: wrapped?.name ?? name, arguments: args, ...cacheMarkerIn(part) };
    const step = this.#step();
    step.calls.push(call);
    if (isOwn) this.#stepOf.set(id, step);
    else this.#calls.push(call);
    return undefined;
  }

  #say(part: Part): void {
    this.#content.push(part);
    this.#step().content.push(part);
  }

  /** The current step. A new one begins if the current one has results, and nothing but results may follow them. */
  #step(): OpenStep {
    const last = this.#steps.at(-1);
    if (last !== undefined && last.results.size === 0) return last;
    const next = new OpenStep();
    this.#steps.push(next);
    return next;
  }
}

const RESULT_ALONE = 'The result of a call that the message does not contain was left out.';
const PART = 'A part of an assistant message that no backend could be sent was left out.';

class OpenStep {
  readonly content: Part[] = [];
  readonly calls: Call[] = [];
  readonly results = new Map<string, ToolMessage>();
}

/** Returns the input of a call as JSON text. A string is that text. Programs may pass objects that JSON cannot express. */
function jsonText(input: unknown): string | undefined {
  try {
    return typeof input === 'string' ? input : (JSON.stringify(input ?? {}) ?? '{}');
  } catch {
    return undefined;
  }
}
