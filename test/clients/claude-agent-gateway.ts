import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import OpenAI from 'openai';
import { onTestFinished, type TestContext } from 'vitest';
import { eventActions, streamEvents, textMessage } from '../messages.ts';
import { hang, type Play, type Upstream } from '../upstream.ts';
import { claudeAgentFolder, findClaudeAgent } from './claude-agent.ts';
import { type GatewayOptions, openGateway, type RunningGateway } from './gateway.ts';

/** Helpers for tests with the real Claude Agent SDK: its child processes ask a scripted Messages server. */

export interface AgentGateway extends Omit<RunningGateway, 'asked'> {
  readonly openai: OpenAI;
  readonly chat: OpenAI['chat']['completions'];
  readonly children: Children;
  /** Returns the requests to the model, in order. */
  asked(): readonly AskedModel[];
}

/** A request to the model as the server received it. */
export interface AskedModel {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly whenClosed: Promise<number>;
  readonly body: AskedBody;
}

export interface AskedBody {
  readonly [field: string]: unknown;
  readonly model: string;
  readonly system?: readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly tools?: readonly AskedTool[];
}

export interface AskedTool {
  readonly [field: string]: unknown;
  readonly name: string;
  readonly description?: string;
  readonly input_schema: Readonly<Record<string, unknown>>;
}

export type Block = Readonly<Record<string, unknown>> & { readonly type: string };

/** The prefix that the agent gives to the names of tools. */
export const PREFIX = 'mcp__bridge__';

export const SONNET = 'up/claude-sonnet-4-5';

/** Opens a gateway whose backend `up` is the real agent. Skips the test if the SDK is not installed. */
export async function openAgent(
  { skip }: Pick<TestContext, 'skip'>,
  { backend, settings, ...options }: GatewayOptions = {},
): Promise<AgentGateway> {
  if (findClaudeAgent() === undefined) skip(NOT_INSTALLED);
  enterFolder(claudeAgentFolder); // a gateway finds the SDK in the project of its working directory
  const children = watchChildren();
  const gateway = await openGateway({
    ...options,
    backend: { kind: 'claude-agent', executable: children.executable, ...backend },
    // Most tests count the child processes, so none is started in advance.
    settings: { model: SONNET, 'limits-agent-spare-ms': '0', ...settings },
  });
  const openai = new OpenAI({ baseURL: gateway.baseUrl, apiKey: 'a-clients-key', maxRetries: 0 });
  const asked = () => modelRequests(gateway.upstream);
  return { ...gateway, openai, chat: openai.chat.completions, children, asked };
}

export const NOT_INSTALLED =
  'The Claude Agent SDK is not installed. To run this test, run "npm run claude-agent:install" (410 MB).';

/** Returns the requests to the model. Claude Code also sends others, such as a HEAD before the first one. */
export function modelRequests({ requests }: Pick<RunningGateway['upstream'], 'requests'>): readonly AskedModel[] {
  return requests.filter(
    ({ method, path: at }) => method === 'POST' && at.startsWith('/v1/messages'),
  ) as unknown as readonly AskedModel[];
}

/** Changes the working directory until the end of the test. */
export function enterFolder(folder: string): void {
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
}

/** Creates a temporary folder, which is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'toolpath-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The child processes of a test. */
export interface Children {
  /** Path of a program that records its process and then becomes the real Claude Code. */
  readonly executable: string;
  /** The processes that were started, in order. */
  started(): readonly Child[];
  /** The process ids of those that still run. */
  running(): readonly number[];
  /** Waits until no child runs, and returns the milliseconds that this took. Throws after `mostMs`. */
  gone(mostMs?: number): Promise<number>;
}

export interface Child {
  readonly pid: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly arguments: readonly string[];
  readonly cwd: string;
}

export function watchChildren(program = claudeCode()): Children {
  const folder = temporaryFolder();
  const executable = path.join(folder, 'claude');
  const script = `#!/bin/sh
record=${JSON.stringify(folder)}/$(date +%s%N).$$
env -0 > "$record.env"
printf '%s\\0' "$@" > "$record.args"
pwd > "$record.cwd"
mv "$record.cwd" "$record.started"
exec ${JSON.stringify(program)} "$@"
`;
  writeFileSync(executable, script);
  chmodSync(executable, 0o755);
  const started = () => {
    const records = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.started')) : [];
    return records.toSorted().map((name) => readChild(path.join(folder, name.slice(0, -'.started'.length))));
  };
  const running = () => started().flatMap(({ pid }) => (isRunning(pid) ? [pid] : []));
  const gone = async (mostMs = 3_000) => {
    const from = performance.now();
    while (running().length > 0) {
      if (performance.now() - from > mostMs) throw new Error(`After ${mostMs} ms, processes still run: ${running()}`);
      await sleep(10);
    }
    return performance.now() - from;
  };
  return { executable, started, running, gone };
}

function readChild(record: string): Child {
  const list = (file: string) => readFileSync(`${record}.${file}`, 'utf8').split('\0').slice(0, -1);
  const environment = list('env').map((line): [string, string] => [
    line.slice(0, line.indexOf('=')),
    line.slice(line.indexOf('=') + 1),
  ]);
  return {
    pid: Number(path.extname(record).slice(1)),
    environment: Object.fromEntries(environment),
    arguments: list('args'),
    cwd: readFileSync(`${record}.started`, 'utf8').trim(),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns the Claude Code program that the SDK would start itself. */
function claudeCode(): string {
  const sdk = findClaudeAgent() ?? '';
  const isMusl =
    (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header.glibcVersionRuntime ===
    undefined;
  const names = [
    `${process.platform}-${process.arch}`,
    ...(isMusl ? [`${process.platform}-${process.arch}-musl`] : []),
  ];
  for (const name of names.toReversed()) {
    try {
      return createRequire(sdk).resolve(`@anthropic-ai/claude-agent-sdk-${name}/claude`);
    } catch {}
  }
  throw new Error(`The Claude Agent SDK has no program for ${names.join(' or ')}.`);
}

/** Returns a client tool in the format of chat completions. */
export function clientTool(
  name: string,
  parameters: object = { type: 'object', properties: {} },
  description = `Does ${name}.`,
) {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } } as const;
}

/** Returns the content of a message as blocks, without the agent's cache markers. */
export function blocksIn(content: string | readonly Block[] | undefined): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return (content ?? []).map(({ cache_control: _, ...block }) => block as Block);
}

/** Returns the messages of a request in one form, without cache markers. */
export function messagesIn({
  body,
}: AskedModel): readonly { readonly role: string; readonly content: readonly Block[] }[] {
  return body.messages.map(({ role, content }) => ({ role, content: blocksIn(content) }));
}

/**
 * Scripts these plays for the requests that the gateway causes. Claude Code itself asks the model again after an answer that is
 * empty or cut off, and after a call that it cannot make. The gateway stops it then, but such a request may already be on its way.
 */
export function scriptAround({ script }: Pick<Upstream, 'script'>, ...plays: readonly Play[]): void {
  const left = [...plays];
  const next: Play = (request) => {
    if (!isOurs(request)) {
      script(next);
      return [hang];
    }
    const play = left.shift() ?? textMessage('No play is left.');
    return typeof play === 'function' ? play(request) : play;
  };
  script(...plays.map(() => next));
}

/** False for a request that Claude Code adds. */
export function isOurs({ body }: { readonly body: Readonly<Record<string, unknown>> }): boolean {
  const written = JSON.stringify(body.messages).toLowerCase();
  return !OWN_WORDS.some((words) => written.includes(words));
}

const OWN_WORDS = [
  'had no visible output',
  'reached the output limit',
  'output token limit',
  'no such tool available',
  'inputvalidationerror',
  'cut off mid-stream',
];

/** An answer with one call whose arguments are this text. */
export function brokenCall(
  { name, id = 'toolu_0', stop }: { readonly name: string; readonly id?: string; readonly stop?: string },
  args: string,
): Play {
  const events = streamEvents([{ type: 'tool_use', id, name, input: {} }], stop === undefined ? {} : { stop });
  return eventActions(
    events.map((event) =>
      event.type === 'content_block_delta'
        ? { ...event, delta: { type: 'input_json_delta', partial_json: args } }
        : event,
    ),
  );
}
