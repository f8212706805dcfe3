import * as ai7 from 'ai';
import * as ai5 from 'ai5';
import * as ai6 from 'ai6';
import { onTestFinished } from 'vitest';
import { createToolpathProvider, type ToolExecutors, type ToolpathProvider } from '../../src/ai-sdk/index.ts';
import { listen } from '../../src/doors/index.ts';
import { createToolpath, gatewayIn, type ToolpathSettings } from '../../src/library.ts';
import { startUpstream, type Upstream } from '../upstream.ts';
import type { Asked } from './gateway.ts';

/** The functions of `ai`, as version 7 types them. */
export type Ai = typeof ai7;

/** A major version of `ai`, and the version of the specification that its models have. */
export interface Major {
  readonly major: 5 | 6 | 7;
  readonly ai: Ai;
  readonly version: 'v2' | 'v3' | 'v4';
}

export const MAJORS: readonly Major[] = [
  { major: 5, ai: ai5 as unknown as Ai, version: 'v2' },
  { major: 6, ai: ai6 as unknown as Ai, version: 'v3' },
  { major: 7, ai: ai7, version: 'v4' },
];

/** The functions of `ai`, without types for their options: those differ between the versions. */
export function functionsOf(ai: Ai) {
  const stepCount = ai.stepCountIs ?? ai.isStepCount;
  return {
    generateText: (options: object) => ai.generateText<ai7.ToolSet>(options as never),
    streamText: (options: object) => ai.streamText<ai7.ToolSet>(options as never),
    stopWhen: stepCount(5),
  };
}

export type Place = 'in this process' | 'over HTTP';

export const EVERYWHERE = MAJORS.flatMap((each) =>
  (['in this process', 'over HTTP'] as const).map((place) => ({ ...each, place })),
);

export interface OpenProvider {
  readonly toolpath: ToolpathProvider;
  /** The model `up/mock`, as functions of every version of `ai` accept it. */
  readonly model: never;
  readonly upstream: Upstream;
  readonly url: string;
  /** Returns the requests to the upstream, in order. */
  asked(): readonly Asked[];
}

export interface ProviderOptions {
  readonly place?: Place;
  readonly version?: Major['version'];
  readonly tools?: readonly object[];
  readonly settings?: ToolpathSettings;
  readonly backend?: object;
  readonly toolExecutors?: ToolExecutors;
  readonly gatewayCalls?: 'shown' | 'hidden';
  readonly maxTurns?: number;
}

/** Opens a gateway with a scripted upstream, and a provider that reaches it. Both are closed after the test. */
export async function openProvider(options: ProviderOptions = {}): Promise<OpenProvider> {
  const {
    place = 'in this process',
    version = 'v4',
    tools = [],
    settings,
    backend,
    toolExecutors,
    ...others
  } = options;
  const upstream = await startUpstream();
  const instance = createToolpath({
    port: 0,
    model: 'up/mock',
    builtins: ['tool_search'],
    limits: { retryMs: 1 },
    backends: { up: { kind: 'openai', baseUrl: upstream.url, ...backend } },
    ...settings,
    tools: tools.map((tool) => ({ description: 'd', schema: { type: 'object' }, ...tool })) as never,
  });
  const inner = gatewayIn(instance);
  if (inner === undefined) throw new Error('The instance has no gateway.');
  const opened = await listen(inner.gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { url } = opened.listening;
  const common = { specificationVersion: version, ...others, ...(toolExecutors && { toolExecutors }) };
  const toolpath =
    place === 'over HTTP'
      ? createToolpathProvider({ ...common, baseURL: url } as never)
      : createToolpathProvider({ ...common, toolpath: instance });
  onTestFinished(async () => {
    await toolpath.close();
    await opened.listening.drain(0);
    await instance.close();
  });
  return {
    toolpath,
    model: toolpath('up/mock') as never,
    upstream,
    url,
    asked: () => upstream.requests.filter(({ method }) => method === 'POST') as Asked[],
  };
}

/** Returns the text of a stream's parts, and their types without repetitions of deltas. */
export function typesOf(parts: readonly { readonly type: string }[]): string[] {
  return parts.map(({ type }) => type).filter((type, place, all) => type !== all[place - 1]);
}
