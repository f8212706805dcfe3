import { onTestFinished } from 'vitest';
import { listen } from '../../src/doors/index.ts';
import type { Gateway } from '../../src/gateway.ts';
import type { Flags } from '../../src/settings/index.ts';
import { testGateway } from '../gateway.ts';
import { startUpstream, type Upstream, type UpstreamOptions, type UpstreamRequest } from '../upstream.ts';

/** A listening Toolpath with a scripted upstream. Both are stopped after the test. */
export interface RunningGateway {
  /** URL for the `baseURL` of a client. */
  readonly baseUrl: string;
  /** The same URL without `/v1`. */
  readonly url: string;
  readonly upstream: Upstream;
  readonly gateway: ReturnType<typeof testGateway>;
  /** Returns the `POST` requests to the upstream, in order. */
  asked(): readonly Asked[];
  /** Stops the gateway now instead of after the test. Its upstream stays. */
  stop(): Promise<void>;
  /** Sends one request over plain HTTP. */
  post(
    body: unknown,
    options?: { readonly path?: string; readonly headers?: Record<string, string> },
  ): Promise<Response>;
}

export interface GatewayOptions extends UpstreamOptions {
  /** The gateway tools. */
  readonly tools?: readonly object[];
  /** Fields of the backend `up` that differ from a chat-completions server without a record: `{ kind: 'ollama' }`. */
  readonly backend?: object;
  /** Command-line flags, in addition to the backend `up` and the default model `up/mock`. */
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

export async function openGateway({
  tools,
  settings,
  backend,
  ...options
}: GatewayOptions = {}): Promise<RunningGateway> {
  const upstream = await startUpstream(options);
  const up = { kind: 'openai', baseUrl: upstream.url, apiKey: 'the-gateways-own-key', ...backend };
  const backends = JSON.stringify({ up });
  const gateway = testGateway(tools, { backends, model: 'up/mock', 'limits-retry-ms': '1', ...settings });
  const { url, stop } = await openDoors(gateway);
  return {
    baseUrl: `${url}/v1`,
    url,
    upstream,
    gateway,
    stop,
    asked: () => upstream.requests.filter(({ method }) => method === 'POST') as Asked[],
    post: (body, { path = '/v1/chat/completions', headers = {} } = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  };
}

async function openDoors(gateway: Gateway): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const opened = await listen(gateway);
  if (!opened.ok) throw new Error(opened.reason);
  const { listening } = opened;
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= listening.drain(0).then(() => gateway.close());
    return stopped;
  };
  onTestFinished(stop);
  return { url: listening.url, stop };
}

/** Returns the names of the tools that a request declares, or undefined if it has no tool list. */
export function toolNames({ body }: Asked): readonly string[] | undefined {
  const tools = body.tools as readonly { readonly function: { readonly name: string } }[] | undefined;
  return tools?.map((tool) => tool.function.name);
}

/** Returns a short line for each message of a request: its role and text, its calls, or its tool result. */
export function outline(asked: Asked | undefined): readonly string[] {
  const names = new Map<string, string>();
  const messages = asked?.body.messages ?? [];
  return messages.map(({ role, content, tool_calls: calls = [], tool_call_id: callId = '' }) => {
    for (const call of calls) names.set(call.id, call.function.name);
    if (role === 'tool') return `${names.get(callId) ?? 'unknown call'} → ${words(content)}`;
    const called = calls.map((call) => `${call.function.name}(${call.function.arguments})`);
    return [`${role}:`, ...[words(content), ...called].filter((part) => part !== '')].join(' ');
  });
}

function words(content: unknown): string {
  if (content === null || content === undefined) return '';
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** Creates a gateway tool that counts its runs. */
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

/** Creates a gateway tool that never ends while `hangs` is set. `begun` resolves when it runs next. */
export function slowTool() {
  let begun = Promise.withResolvers<void>();
  const tool = {
    ...countingTool('slow', () => 'slow'),
    hangs: false,
    cancelled: 0,
    begun: () => begun.promise,
    invoke(_: object, { signal }: { signal: AbortSignal }): unknown {
      tool.runs++;
      begun.resolve();
      begun = Promise.withResolvers<void>();
      if (!tool.hangs) return 'slow';
      return new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          tool.cancelled++;
          reject(signal.reason);
        });
      });
    },
  };
  return tool;
}

/** Collects all items of a stream. */
export async function gather<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const gathered: T[] = [];
  for await (const each of stream) gathered.push(each);
  return gathered;
}
