import type {
  LanguageModelV2,
  LanguageModelV2StreamPart,
  LanguageModelV3,
  LanguageModelV3StreamPart,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from '@ai-sdk/provider';
import { isRecord } from '../core/index.ts';
import { ForV2, GATEWAY_TOOLS, partForV3, resultForV3, type StreamPart, type ToolsOfV2 } from '../wires/index.ts';
import type { CallDefaults } from './provider.ts';
import { streamOf } from './stream.ts';
import type { Transport } from './transport.ts';

const PROVIDER = 'toolpath';

export function modelV4(modelId: string, transport: Transport, defaults: CallDefaults): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: PROVIDER,
    modelId,
    get supportedUrls() {
      return supportedUrls(modelId, transport);
    },
    doGenerate: (options) => transport.generate(modelId, withDefaults(options, defaults)),
    doStream: async (options) => {
      const { parts, headers, body, cancel } = await transport.stream(modelId, withDefaults(options, defaults));
      return { stream: streamOf(parts, (batch) => batch, cancel), request: { body }, response: { headers } };
    },
  };
}

export function modelV3(modelId: string, transport: Transport, defaults: CallDefaults): LanguageModelV3 {
  return {
    specificationVersion: 'v3',
    provider: PROVIDER,
    modelId,
    get supportedUrls() {
      return supportedUrls(modelId, transport);
    },
    doGenerate: async (options) => resultForV3(await transport.generate(modelId, withDefaults(options, defaults))),
    doStream: async (options) => {
      const { parts, headers, body, cancel } = await transport.stream(modelId, withDefaults(options, defaults));
      const adapt = (batch: readonly StreamPart[]): LanguageModelV3StreamPart[] =>
        batch.flatMap((part) => partForV3(part) ?? []);
      return { stream: streamOf(parts, adapt, cancel), request: { body }, response: { headers } };
    },
  };
}

export function modelV2(modelId: string, transport: Transport, defaults: CallDefaults): LanguageModelV2 {
  return {
    specificationVersion: 'v2',
    provider: PROVIDER,
    modelId,
    get supportedUrls() {
      return supportedUrls(modelId, transport);
    },
    doGenerate: async (options) => {
      const result = await transport.generate(modelId, withDefaults(options, defaults));
      return new ForV2(toolsIn(options)).result(result) as Awaited<ReturnType<LanguageModelV2['doGenerate']>>;
    },
    doStream: async (options) => {
      const { parts, headers, body, cancel } = await transport.stream(modelId, withDefaults(options, defaults));
      const converter = new ForV2(toolsIn(options));
      const adapt = (batch: readonly StreamPart[]): LanguageModelV2StreamPart[] =>
        batch.flatMap((part) => converter.part(part));
      return { stream: streamOf(parts, adapt, cancel), request: { body }, response: { headers } };
    },
  };
}

/** Toolpath loads no files. The AI SDK loads those that the model's server cannot load from their addresses. */
function supportedUrls(modelId: string, transport: Transport): Record<string, RegExp[]> {
  return transport.loadsImages(modelId) ? { 'image/*': [/^https?:\/\/.*$/] } : {};
}

/** Adds the provider's settings to a call. Options of V2 and V3 are passed on: the gateway reads them all. */
function withDefaults(options: object, defaults: CallDefaults): LanguageModelV4CallOptions {
  const given = options as LanguageModelV4CallOptions;
  if (Object.keys(defaults).length === 0) return given;
  const own = given.providerOptions?.toolpath;
  if (own !== undefined && !isRecord(own)) return given; // the gateway refuses it
  const set = Object.entries(own ?? {}).filter(([, value]) => value !== undefined);
  const toolpath = { ...defaults, ...Object.fromEntries(set) };
  return { ...given, providerOptions: { ...given.providerOptions, toolpath } };
}

/** Returns the names of the caller's tools, and its name of the tool that stands for the gateway's tools. */
function toolsIn({ tools = [] }: { readonly tools?: readonly object[] | undefined }): ToolsOfV2 {
  let gatewayName: string | undefined;
  const declared = new Set<string>();
  for (const tool of tools) {
    if (!isRecord(tool) || typeof tool.name !== 'string') continue;
    if (tool.id === GATEWAY_TOOLS) gatewayName ??= tool.name;
    else declared.add(tool.name);
  }
  return { gatewayName, declared };
}
