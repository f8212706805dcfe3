import {
  type Ask,
  type BadRequest,
  type ClientTool,
  found,
  isRecord,
  type Limits,
  type Message,
  type Requested,
  refuse,
  refuseTooLarge,
  type Tool,
  valuesIn,
} from '../../core/index.ts';
import { readPrompt } from './prompt.ts';
import { readSampling } from './sampling.ts';
import { readSettings } from './settings.ts';
import { readToolChoice, readTools } from './tools.ts';
import { partialExecutors, type Warning, Warnings } from './warnings.ts';

/** The versions of the language model specification. */
export type SpecVersion = 'v2' | 'v3' | 'v4';

/** A call of a language model, as it was read. */
export interface AiSdkRequest {
  readonly ok: true;
  readonly ask: Ask;
  readonly version: SpecVersion;
  readonly warnings: readonly Warning[];
  /** True if the caller sees the calls that the gateway runs. */
  readonly showsCalls: boolean;
  /** The name under which V2 callers see the gateway's calls, if they declare a tool for them. */
  readonly gatewayName?: string;
  readonly explains: boolean;
  readonly includesRaw: boolean;
}

export type ReadRequest = AiSdkRequest | { readonly ok: false; readonly failure: BadRequest };

/** The part of a call that is not in its options. */
export interface CallHead {
  readonly version: SpecVersion;
  readonly model: string;
  readonly key: string;
  readonly isStreamed: boolean;
  /** True if headers of the call go nowhere, because no HTTP request is sent for it. */
  readonly ignoresHeaders?: boolean;
  /**
   * Returns the tools that the gateway runs for the caller, by name; undefined if the caller runs its tools itself. `missing` are
   * the tools without an executor.
   */
  readonly executors?: (tools: readonly ClientTool[], prompt: unknown) => Executors;
}

export interface Executors {
  readonly tools?: ReadonlyMap<string, Tool>;
  readonly missing: readonly string[];
}

/** Reads the call options of `doGenerate` or `doStream`, of any version and of any origin. */
export function readCallOptions(
  options: unknown,
  head: CallHead,
  bounds: Pick<Limits, 'clientTools' | 'bodyValues'>,
): ReadRequest {
  if (!isRecord(options)) return refuse('', `The body is ${found(options)}; expected an object with a "prompt".`);
  const warnings = new Warnings();
  const settings = readSettings(options.providerOptions, warnings);
  if (!settings.ok) return settings;
  const tools = readTools(options.tools, settings.value, bounds, warnings);
  if (!tools.ok) return tools;
  const { gatewayName } = tools.value;
  const freeform = freeformIn(tools.value.requested);
  const messages = readPrompt(options.prompt, { warnings, gatewayName, freeform });
  if (!messages.ok) return messages;
  const excess = refuseManyValues(messages.value, bounds.bodyValues);
  if (excess !== undefined) return excess;
  const choice = readToolChoice(options.toolChoice);
  if (!choice.ok) return choice;
  const sampling = readSampling(options, warnings);
  if (!sampling.ok) return sampling;
  const { context, explain, parallel, maxTurns, gatewayCalls } = settings.value;
  if (head.ignoresHeaders === true) warnOfHeaders(options.headers, warnings);
  const ask: Ask = {
    key: head.key,
    model: head.model,
    messages: messages.value,
    tools: withExecutors(tools.value.requested, head, options.prompt, warnings),
    choice: choice.value,
    ...(parallel !== undefined && { parallel }),
    context,
    ...(maxTurns !== undefined && { steps: maxTurns }),
    isStreamed: head.isStreamed,
    ...sampling.value,
  };
  return {
    ok: true,
    ask,
    version: head.version,
    warnings: warnings.all,
    showsCalls: gatewayCalls !== 'hidden',
    ...(gatewayName !== undefined && { gatewayName }),
    explains: explain,
    includesRaw: options.includeRawChunks === true,
  };
}

/** The AI SDK itself adds a user agent to every call. */
function warnOfHeaders(headers: unknown, warnings: Warnings): void {
  if (!isRecord(headers)) return;
  const names = Object.keys(headers).filter(
    (name) => name.toLowerCase() !== 'user-agent' && headers[name] !== undefined,
  );
  if (names.length > 0) warnings.unsupported('headers', 'The gateway is in this process, so no request carries them.');
}

function freeformIn(requested: Requested): ReadonlySet<string> {
  const tools = requested.kind === 'listed' ? requested.tools : [];
  return new Set(tools.filter(({ freeform }) => freeform !== undefined).map(({ name }) => name));
}

/** Adds the executors to the caller's tools, if every tool has one. If only some have one, the caller runs all of them. */
function withExecutors(requested: Requested, { executors }: CallHead, prompt: unknown, warnings: Warnings): Requested {
  if (executors === undefined || requested.kind !== 'listed' || requested.tools.length === 0) return requested;
  const { tools, missing } = executors(requested.tools, prompt);
  if (tools === undefined) {
    if (missing.length > 0 && missing.length < requested.tools.length) {
      warnings.add(partialExecutors(missing));
    }
    return requested;
  }
  return {
    ...requested,
    tools: requested.tools.map((each) => {
      const tool = tools.get(each.name);
      return tool === undefined ? each : { ...each, tool };
    }),
  };
}

/** Counts the values in the arguments of earlier calls, as the chat door does. */
function refuseManyValues(messages: readonly Message[], most: number) {
  let left = most;
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const { arguments: args } of [...message.calls, ...(message.steps ?? []).flatMap(({ calls }) => calls)]) {
      if (typeof args === 'string') left -= valuesIn(args, left);
      if (left >= 0) continue;
      const text = `The arguments of earlier calls have more than ${most} JSON values.`;
      return refuseTooLarge('prompt', `${text} Send fewer messages, or raise "limits.bodyValues".`);
    }
  }
  return undefined;
}
