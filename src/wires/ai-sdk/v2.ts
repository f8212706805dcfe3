import type {
  LanguageModelV2CallWarning,
  LanguageModelV2Content,
  LanguageModelV2FinishReason,
  LanguageModelV2StreamPart,
  LanguageModelV2Usage,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4Usage,
  SharedV4ProviderMetadata,
} from '@ai-sdk/provider';
import { isRecord, parseJson } from '../../core/index.ts';
import type { StreamPart } from './parts.ts';
import type { Warning } from './warnings.ts';

/** The result of `doGenerate` in V2, which has no name for it. */
export interface LanguageModelV2Result {
  content: LanguageModelV2Content[];
  finishReason: LanguageModelV2FinishReason;
  usage: LanguageModelV2Usage;
  providerMetadata?: SharedV4ProviderMetadata;
  request?: { body?: unknown };
  response?: { id?: string; timestamp?: Date; modelId?: string; headers?: Record<string, string>; body?: unknown };
  warnings: LanguageModelV2CallWarning[];
}

/** The tools of a call that its answer depends on. */
export interface ToolsOfV2 {
  /** The caller's name of the tool that stands for the gateway's tools, if it declares that tool. */
  readonly gatewayName?: string | undefined;
  /** The names of the caller's other tools. With executors, the gateway runs them. */
  readonly declared?: ReadonlySet<string>;
}

/**
 * Converts V4 to V2. `ai` 5 fails on calls of tools that it does not know, also if the provider executes them. So calls of the
 * gateway's tools appear under the name of the declared tool that stands for them, with the input `{ tool, input }`. Without such
 * a tool they are left out, and the end of the answer lists them in `providerMetadata.toolpath.calls`. Calls of the caller's own
 * tools that the gateway runs keep their names.
 */
export class ForV2 {
  readonly #gatewayName: string | undefined;
  readonly #declared: ReadonlySet<string>;
  /** The calls of the gateway's tools, by id. */
  readonly #own = new Map<string, OwnCall>();
  readonly #calls: OwnCall[] = [];

  constructor({ gatewayName, declared = new Set() }: ToolsOfV2) {
    this.#gatewayName = gatewayName;
    this.#declared = declared;
  }

  part(part: StreamPart): readonly LanguageModelV2StreamPart[] {
    return this.#part(part) as readonly LanguageModelV2StreamPart[]; // the types of metadata differ, but not their values
  }

  #part(part: StreamPart): readonly object[] {
    switch (part.type) {
      case 'tool-input-start': {
        if (this.#keepsName(part)) {
          const { type, id, toolName, providerExecuted } = part;
          return [{ type, id, toolName, ...(providerExecuted === true && { providerExecuted }) }];
        }
        this.#own.set(part.id, { tool: part.toolName });
        const name = this.#gatewayName;
        return name === undefined ? [] : [{ type: part.type, id: part.id, toolName: name, providerExecuted: true }];
      }
      case 'tool-input-delta':
      case 'tool-input-end':
        return this.#own.has(part.id) ? [] : [part];
      case 'tool-call': {
        const [call] = this.#call(part);
        if (call === undefined || this.#keepsName(part)) return call === undefined ? [] : [call];
        const { toolCallId: id, input } = call;
        return [{ type: 'tool-input-delta', id, delta: input }, { type: 'tool-input-end', id }, call];
      }
      case 'tool-result':
        return this.#result(part);
      case 'stream-start':
        return [{ ...part, warnings: part.warnings.map(warningForV2) }];
      case 'finish': {
        const { finishReason, usage, providerMetadata } = part;
        const told = this.#metadata(providerMetadata);
        return [{ type: 'finish', ...finishForV2(finishReason), usage: usageForV2(usage), ...told }];
      }
      case 'text-end':
      case 'reasoning-end': {
        const { id, type, providerMetadata } = part;
        return [{ type, id, ...(providerMetadata !== undefined && { providerMetadata }) }];
      }
      case 'file':
        return fileForV2(part);
      case 'tool-approval-request':
      case 'reasoning-file':
      case 'custom':
      case 'ping':
        return [];
      default:
        return [part];
    }
  }

  result(result: LanguageModelV4GenerateResult): LanguageModelV2Result {
    const { content, finishReason, usage, providerMetadata, warnings, request, response } = result;
    return {
      content: content.flatMap((part) => this.#content(part)) as LanguageModelV2Content[],
      ...finishForV2(finishReason),
      usage: usageForV2(usage),
      ...this.#metadata(providerMetadata),
      ...(request !== undefined && { request }),
      ...(response !== undefined && { response: response as NonNullable<LanguageModelV2Result['response']> }),
      warnings: warnings.map(warningForV2),
    };
  }

  #content(part: LanguageModelV4Content): readonly object[] {
    switch (part.type) {
      case 'text':
      case 'reasoning': {
        const { type, text, providerMetadata } = part;
        return [{ type, text, ...(providerMetadata !== undefined && { providerMetadata }) }];
      }
      case 'tool-call':
        return this.#call(part);
      case 'tool-result':
        return this.#result(part);
      case 'file':
        return fileForV2(part);
      case 'source':
        return [part];
      case 'tool-approval-request':
      case 'reasoning-file':
      case 'custom':
        return [];
      default:
        return part satisfies never;
    }
  }

  /** True for a call of a tool that the caller knows. */
  #keepsName({ toolName, providerExecuted }: Pick<ToolCall, 'toolName' | 'providerExecuted'>): boolean {
    return providerExecuted !== true || this.#declared.has(toolName);
  }

  #call(part: ToolCall): readonly V2Call[] {
    const { toolCallId, toolName, input, providerExecuted } = part;
    const isExecuted = providerExecuted === true;
    if (this.#keepsName(part))
      return [{ type: 'tool-call', toolCallId, toolName, input, ...(isExecuted && { providerExecuted: true }) }];
    const call: OwnCall = { tool: toolName, input: parseJson(input) ?? input };
    this.#own.set(toolCallId, call);
    this.#calls.push(call);
    if (this.#gatewayName === undefined) return [];
    const told = JSON.stringify({ tool: call.tool, input: call.input });
    return [{ type: 'tool-call', toolCallId, toolName: this.#gatewayName, input: told, providerExecuted: true }];
  }

  #result(part: ToolResult): readonly V2Result[] {
    const { toolCallId, result, isError } = part;
    const own = this.#own.get(toolCallId);
    if (own !== undefined) Object.assign(own, { result, ...(isError === true && { isError }) });
    const toolName = this.#declared.has(part.toolName) ? part.toolName : this.#gatewayName;
    if (toolName === undefined) return [];
    const told = { toolCallId, toolName, result, ...(isError !== undefined && { isError }) };
    return [{ type: 'tool-result', ...told, providerExecuted: true }];
  }

  /** Adds the calls that the caller did not see to the metadata of the answer. */
  #metadata(metadata: SharedV4ProviderMetadata | undefined): { providerMetadata?: SharedV4ProviderMetadata } {
    if (metadata === undefined) return {};
    if (this.#gatewayName !== undefined || this.#calls.length === 0) return { providerMetadata: metadata };
    const { toolpath = {}, ...others } = metadata;
    const calls = this.#calls as unknown as NonNullable<SharedV4ProviderMetadata[string]>[string];
    return { providerMetadata: { ...others, toolpath: { ...toolpath, calls } } };
  }
}

interface OwnCall {
  readonly tool: string;
  readonly input?: unknown;
  readonly result?: unknown;
  readonly isError?: boolean;
}

type ToolCall = Extract<StreamPart, { type: 'tool-call' }>;
type ToolResult = Extract<StreamPart, { type: 'tool-result' }>;
type V2Call = Extract<LanguageModelV2Content, { type: 'tool-call' }>;
type V2Result = Extract<LanguageModelV2Content, { type: 'tool-result' }>;

/** Besides `finishReason`, callers of older providers read `rawFinishReason`, `finish` and `reason`. */
function finishForV2({ unified, raw }: LanguageModelV4FinishReason) {
  const finishReason: LanguageModelV2FinishReason = unified === 'interrupted' ? 'error' : unified;
  return { finishReason, rawFinishReason: raw, finish: finishReason, reason: raw ?? finishReason };
}

function usageForV2({ inputTokens, outputTokens }: LanguageModelV4Usage): LanguageModelV2Usage {
  const isKnown = inputTokens.total !== undefined || outputTokens.total !== undefined;
  return {
    inputTokens: inputTokens.total,
    outputTokens: outputTokens.total,
    totalTokens: isKnown ? (inputTokens.total ?? 0) + (outputTokens.total ?? 0) : undefined,
    reasoningTokens: outputTokens.reasoning,
    cachedInputTokens: inputTokens.cacheRead,
  };
}

function warningForV2(warning: Warning): LanguageModelV2CallWarning {
  switch (warning.type) {
    case 'unsupported': {
      const { feature, details } = warning;
      return { type: 'unsupported-setting', setting: feature as never, ...(details !== undefined && { details }) };
    }
    case 'compatibility':
      return { type: 'other', message: [warning.feature, warning.details].filter(Boolean).join(': ') };
    case 'deprecated':
    case 'other':
      return { type: 'other', message: warning.message };
    default:
      return warning satisfies never;
  }
}

function fileForV2({ mediaType, data }: Extract<StreamPart, { type: 'file' }>) {
  return data.type === 'data' ? [{ type: 'file' as const, mediaType, data: data.data }] : [];
}

/** Returns the call that a caller of V2 sends back under the name of the gateway's declared tool: its own tool and input. */
export function unwrapGatewayCall(input: unknown): { readonly name: string; readonly input: unknown } | undefined {
  const value = typeof input === 'string' ? parseJson(input) : input;
  return isRecord(value) && typeof value.tool === 'string' ? { name: value.tool, input: value.input ?? {} } : undefined;
}
