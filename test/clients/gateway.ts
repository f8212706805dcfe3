import { onTestFinished } from 'vitest';
import { listen } from '../../src/doors/index.ts';
import type { Gateway } from '../../src/gateway.ts';
import type { Flags } from '../../src/settings/index.ts';
import { testGateway } from '../gateway.ts';
import { startUpstream, type Upstream, type UpstreamOptions, type UpstreamRequest } from '../upstream.ts';

/** Toolpath, listening, with a scripted upstream behind it. Both are gone after the test. */
export interface RunningGateway {
  /** Where a client's `baseURL` points to. */
  readonly baseUrl: string;
  /** Without the `/v1`. */
  readonly url: string;
  readonly upstream: Upstream;
  readonly gateway: ReturnType<typeof testGateway>;
  /** What the upstream was asked for by `POST`, in order. */
  asked(): readonly Asked[];
  /** One request over plain HTTP. */
  post(
    body: unknown,
    options?: { readonly path?: string; readonly headers?: Record<string, string> },
  ): Promise<Response>;
}

export interface GatewayOptions extends UpstreamOptions {
  /** The gateway's own. */
  readonly tools?: readonly object[];
  /** As flags of the command line, over a backend `up` and the default model `up/mock`. */
  readonly settings?: Flags;
}

/** A chat-completions request as the upstream saw it. */
export interface Asked extends UpstreamRequest {
  readonly body: UpstreamRequest['body'] & { readonly messages: readonly AskedMessage[] };
}

export interface AskedMessage {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly AskedCall[];
}

export interface AskedCall {
  readonly id: string;
  readonly type: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

export async function openGateway({ tools, settings, ...options }: GatewayOptions = {}): Promise<RunningGateway> {
  const upstream = await startUpstream(options);
  const backends = JSON.stringify({ up: { kind: 'openai', baseUrl: upstream.url, apiKey: 'the-gateways-own-key' } });
  const gateway = testGateway(tools, { backends, model: 'up/mock', 'limits-retry-ms': '1', ...settings });
  const url = await openDoors(gateway);
  return {
    baseUrl: `${url}/v1`,
    url,
    upstream,
    gateway,
    asked: () => upstream.requests.filter(({ method }) => method === 'POST') as Asked[],
    post: (body, { path = '/v1/chat/completions', headers = {} } = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

async function openDoors(gateway: Gateway): Promise<string> {
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { listening } = opened;
  onTestFinished(async () => {
    await listening.drain(0);
    await gateway.close();
  });
  return listening.url;
}

/** The names of the tools that a request declared; undefined when it declared none at all. */
export function toolNames({ body }: Asked): readonly string[] | undefined {
  const tools = body.tools as readonly { readonly function: { readonly name: string } }[] | undefined;
  return tools?.map((tool) => tool.function.name);
}

/** A transcript in few words: who spoke, what was called, what came of it. Empty where nothing was asked. */
export function outline(asked: Asked | undefined): readonly string[] {
  const names = new Map<string, string>();
  const messages = asked?.body.messages ?? [];
  return messages.map(({ role, content, tool_calls: calls = [], tool_call_id: callId = '' }) => {
    for (const call of calls) names.set(call.id, call.function.name);
    if (role === 'tool') return `${names.get(callId) ?? 'nobody'} → ${words(content)}`;
    const called = calls.map((call) => `${call.function.name}(${call.function.arguments})`);
    return [`${role}:`, ...[words(content), ...called].filter((part) => part !== '')].join(' ');
  });
}

function words(content: unknown): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** A tool of the gateway that counts how often it ran. */
export function countingTool(name: string, answer: (args: Record<string, unknown>) => unknown) {
  const tool = {
    name,
    description: `What ${name} says.`,
    schema: { type: 'object', properties: { q: { type: 'string' } } },
    runs: 0,
    invoke: (args: Record<string, unknown>) => {
      tool.runs++;
      return answer(args);
    },
  };
  return tool;
}

/** Everything that a client streams. */
export async function gather<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const each of stream) gathered.push(each);
  return gathered;
}
