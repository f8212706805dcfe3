import {
  type LanguageModelV2,
  type LanguageModelV3,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  NoSuchModelError,
} from '@ai-sdk/provider';
import type { LanguageModel, ToolSet } from 'ai';
import { isRecord } from '../core/index.ts';
import { createToolpath, gatewayIn, type Toolpath, type ToolpathSettings } from '../library.ts';
import { GATEWAY_TOOLS, readMaxTurns, type SpecVersion } from '../wires/index.ts';
import { ExecutingTransport } from './executing.ts';
import type { ToolExecutors } from './executors.ts';
import { installedVersion } from './installed.ts';
import { LocalTransport } from './local.ts';
import { modelV2, modelV3, modelV4 } from './model.ts';
import { RemoteTransport } from './remote.ts';
import type { Transport } from './transport.ts';

/** The settings that all providers have. */
interface CommonSettings {
  /** The version of the language model specification that `toolpath(id)` has. By default the one that suits the installed `ai`. */
  readonly specificationVersion?: SpecVersion;
  /** Whether the caller sees the calls that the gateway runs, as calls that the provider executes. `shown` by default. */
  readonly gatewayCalls?: 'shown' | 'hidden';
  /** The most steps of a call in which tools run in the gateway. The gateway's limit also holds. */
  readonly maxTurns?: number;
  /** Functions that run the caller's tools, by tool name. They run if every tool of a call has one. */
  readonly toolExecutors?: ToolExecutors;
}

/** Its own gateway, with the settings of `createToolpath`. */
export interface OwnGatewaySettings extends CommonSettings, ToolpathSettings {
  readonly baseURL?: never;
  readonly toolpath?: never;
}

/** A gateway that exists: the result of `createToolpath`. */
export interface SharedGatewaySettings extends CommonSettings {
  readonly toolpath: Toolpath;
  readonly baseURL?: never;
}

/** A running gateway, which is asked over HTTP. */
export interface RemoteGatewaySettings extends CommonSettings {
  /** Address of the gateway, such as `http://127.0.0.1:18741`. */
  readonly baseURL: string;
  /** The default is the environment variable TOOLPATH_KEY. */
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
}

export type ToolpathProviderSettings = OwnGatewaySettings | SharedGatewaySettings | RemoteGatewaySettings;

/** The newest model type among those that a version of `ai` accepts. */
export type NewestModel<Accepted> = [Extract<Accepted, Spec<'v4'>>] extends [never]
  ? [Extract<Accepted, Spec<'v3'>>] extends [never]
    ? Accepted
    : Extract<Accepted, Spec<'v3'>>
  : Extract<Accepted, Spec<'v4'>>;

interface Spec<Version> {
  readonly specificationVersion: Version;
}

/** A model in the types of the installed `ai`. */
export type InstalledModel = NewestModel<Exclude<LanguageModel, string>>;

/** A provider of the AI SDK. Every model of the gateway is a model of it, by its name in the gateway. */
export interface ToolpathProvider {
  (modelId: string): InstalledModel;
  readonly specificationVersion: InstalledModel['specificationVersion'];
  languageModel(modelId: string): InstalledModel;
  chat(modelId: string): InstalledModel;
  v2(modelId: string): LanguageModelV2;
  v3(modelId: string): LanguageModelV3;
  v4(modelId: string): LanguageModelV4;
  /** Returns a tool that stands for the gateway's tools: with it among the tools of a call, the model sees both kinds. */
  gatewayTools(): ToolSet[string];
  /** These throw NoSuchModelError: Toolpath has language models only. */
  embeddingModel(modelId: string): never;
  textEmbeddingModel(modelId: string): never;
  imageModel(modelId: string): never;
  transcriptionModel(modelId: string): never;
  speechModel(modelId: string): never;
  rerankingModel(modelId: string): never;
  /** Closes the gateway if the provider created it. */
  close(): Promise<void>;
}

/** Creates a provider of the AI SDK whose models are those of a Toolpath gateway: its own, a shared one, or a running one. */
export function createToolpathProvider(settings: ToolpathProviderSettings = {}): ToolpathProvider {
  checkSettings(settings);
  const { specificationVersion: version = installedVersion() } = settings;
  const transport = transportOf(settings);
  const defaults = defaultsOf(settings);
  const models = {
    v2: (id: string) => modelV2(id, transport, defaults),
    v3: (id: string) => modelV3(id, transport, defaults),
    v4: (id: string) => modelV4(id, transport, defaults),
  };
  // The types say which of the models the installed `ai` accepts; the same version is chosen here.
  const languageModel = models[version] as unknown as (modelId: string) => InstalledModel;
  const provider = (modelId: string): InstalledModel => languageModel(modelId);
  return Object.assign(provider, {
    specificationVersion: version as InstalledModel['specificationVersion'],
    languageModel,
    chat: languageModel,
    ...models,
    gatewayTools: () => gatewayTools(version),
    embeddingModel: missing('embeddingModel'),
    textEmbeddingModel: missing('textEmbeddingModel'),
    imageModel: missing('imageModel'),
    transcriptionModel: missing('transcriptionModel'),
    speechModel: missing('speechModel'),
    rerankingModel: missing('rerankingModel'),
    close: () => transport.close(),
  });
}

/** Programs without types may pass anything. A wrong value fails here, so that it does not fail in every call. */
function checkSettings({ specificationVersion: version, gatewayCalls, maxTurns, toolExecutors }: CommonSettings): void {
  const wrong = (name: string, expected: string) => new TypeError(`"${name}" must be ${expected}.`);
  if (version !== undefined && !['v2', 'v3', 'v4'].includes(version)) {
    throw wrong('specificationVersion', '"v2", "v3" or "v4"');
  }
  if (gatewayCalls !== undefined && !['shown', 'hidden'].includes(gatewayCalls)) {
    throw wrong('gatewayCalls', '"shown" or "hidden"');
  }
  if (!readMaxTurns(maxTurns, 'maxTurns').ok) throw wrong('maxTurns', 'a whole number from 1');
  if (toolExecutors === undefined) return;
  if (!isRecord(toolExecutors)) throw wrong('toolExecutors', 'an object of functions by tool name');
  for (const [name, executor] of Object.entries(toolExecutors)) {
    if (executor !== undefined && typeof executor !== 'function' && !isRecord(executor))
      throw wrong(`toolExecutors.${name}`, 'a function or a tool');
  }
}

function transportOf(settings: ToolpathProviderSettings): Transport {
  if (settings.baseURL !== undefined) {
    const { baseURL, apiKey = process.env.TOOLPATH_KEY, headers, fetch, toolExecutors } = settings;
    const remote = new RemoteTransport({ baseURL, apiKey, headers, fetch });
    return toolExecutors === undefined ? remote : new ExecutingTransport(remote, toolExecutors);
  }
  const { toolExecutors } = settings;
  if (settings.toolpath !== undefined) {
    const inner = gatewayIn(settings.toolpath);
    if (inner === undefined) throw new TypeError('"toolpath" must be a result of createToolpath.');
    return new LocalTransport(inner, { toolExecutors, close: () => Promise.resolve() });
  }
  const { toolExecutors: _e, specificationVersion: _v, gatewayCalls: _g, maxTurns: _m, ...own } = settings;
  const toolpath = createToolpath(own);
  const inner = gatewayIn(toolpath);
  if (inner === undefined) throw new TypeError('createToolpath returned an unknown instance.');
  return new LocalTransport(inner, { toolExecutors, close: () => toolpath.close() });
}

/** Returns the settings of the provider as defaults for `providerOptions.toolpath` of each call. */
function defaultsOf({ gatewayCalls, maxTurns }: ToolpathProviderSettings): CallDefaults {
  return {
    ...(gatewayCalls !== undefined && { gatewayCalls }),
    ...(maxTurns !== undefined && { maxTurns }),
  };
}

/** Defaults of `providerOptions.toolpath`. */
export type CallDefaults = Readonly<Record<string, string | number>>;

export type CallOptions = LanguageModelV4CallOptions;

/** `ai` 5 has another type of such tools than later versions. */
function gatewayTools(version: SpecVersion): ToolSet[string] {
  const type = version === 'v2' ? 'provider-defined' : 'provider';
  return {
    type,
    id: GATEWAY_TOOLS,
    name: 'gateway',
    args: {},
    isProviderExecuted: true,
    inputSchema: ANY_INPUT,
  } as never;
}

/** A schema in the form of the AI SDK, with the marks by which its versions recognise schemas and validators. */
const ANY_INPUT = {
  [Symbol.for('vercel.ai.schema')]: true,
  [Symbol.for('vercel.ai.validator')]: true,
  _type: undefined,
  jsonSchema: { type: 'object', additionalProperties: true },
  validate: (value: unknown) => ({ success: true, value }),
};

type Missing = ConstructorParameters<typeof NoSuchModelError>[0]['modelType'] | 'textEmbeddingModel';

function missing(modelType: Missing): (modelId: string) => never {
  return (modelId) => {
    const message = `Toolpath has no ${modelType}: it serves language models only.`;
    throw new NoSuchModelError({ modelId, modelType: modelType as never, message });
  };
}
