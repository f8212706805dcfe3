import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { createToolpath, defineTool, type Toolpath } from '../../src/index.ts';
import { claudeAgentFolder, findClaudeAgent } from '../../test/clients/claude-agent.ts';
import { Series, shuffler } from '../measure.ts';
import { digits, printNotes, printTable, printTitle } from '../print.ts';
import { type MessagesServer, startMessagesServer } from './messages-server.ts';

/**
 * Compares the backend `claude-agent` with direct calls of the Claude Agent SDK, with the same scripted server: the time from the
 * request to the first text, and the time from a call of the model to the request with its result.
 */
export async function compareAgent(rounds = ROUNDS): Promise<readonly string[][]> {
  printTitle('The backend claude-agent against the Claude Agent SDK itself');
  const file = findClaudeAgent();
  if (file === undefined) {
    console.log('The Claude Agent SDK is not installed. Run "npm run claude-agent:install".');
    return [];
  }
  process.chdir(claudeAgentFolder); // from where the backend finds the SDK
  const server = await startMessagesServer();
  const sdk = (await import(pathToFileURL(file).href)) as Sdk;
  const toolpath = openToolpath(server);
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-agent-')); // kept for all rounds, as the backend's folders are
  const subjects: readonly Subject[] = [
    { name: 'SDK', ask: () => askSdk(sdk, server, folder) },
    { name: 'SDK with hook', ask: () => askSdk(sdk, server, folder, HOOK) },
    { name: 'Toolpath', ask: () => askToolpath(toolpath) },
  ];
  const times = await measureAll(subjects, server, rounds);
  await toolpath.close();
  server.close();
  rmSync(folder, { recursive: true, force: true });
  return print(times);
}

const ROUNDS = 25;

interface Subject {
  readonly name: 'SDK' | 'SDK with hook' | 'Toolpath';
  /** Runs a turn with one call of a tool. Returns the milliseconds to the first text. */
  ask(): Promise<number>;
}

interface Times {
  readonly firstMs: Series;
  readonly handOverMs: Series;
}

async function measureAll(subjects: readonly Subject[], server: MessagesServer, rounds: number) {
  const measured = new Map(subjects.map(({ name }) => [name, { first: [] as number[], handOver: [] as number[] }]));
  for (const { ask } of subjects) await ask(); // the first run imports modules and creates folders
  const order = shuffler();
  for (let round = 0; round < rounds; round++) {
    for (const { name, ask } of order(subjects)) {
      server.takeHandOverMs();
      const firstMs = await ask();
      const [handOverMs = Number.NaN] = server.takeHandOverMs();
      measured.get(name)?.first.push(firstMs);
      measured.get(name)?.handOver.push(handOverMs);
    }
  }
  const timesOf = (name: Subject['name']): Times => {
    const { first = [], handOver = [] } = measured.get(name) ?? {};
    return { firstMs: new Series(first), handOverMs: new Series(handOver) };
  };
  return { direct: timesOf('SDK'), hooked: timesOf('SDK with hook'), ours: timesOf('Toolpath') };
}

/** Prints the times. Returns the rows of the table of targets. */
function print({ direct, hooked, ours }: Readonly<Record<'direct' | 'hooked' | 'ours', Times>>): readonly string[][] {
  const pairs = [
    ['request to first text', direct.firstMs, ours.firstMs],
    ['call to request with its result', direct.handOverMs, ours.handOverMs],
  ] as const;
  const compared = pairs.map(([title, base, own]) => ({
    title,
    base: base.median,
    own: own.median,
    addedMs: own.minus(base).median,
    share: own.median / base.median - 1,
  }));
  printTable(
    ['milliseconds, median', 'SDK itself', 'Toolpath', 'added', 'added'],
    compared.map(({ title, base, own, addedMs, share }) => [
      title,
      digits(base),
      digits(own),
      digits(addedMs),
      `${digits(share * 100)} %`,
    ]),
  );
  printNotes(
    `${direct.firstMs.rounds.length} rounds, in changing order. The SDK runs the same tool in the same process.`,
    `With the hook that the backend needs (PostToolBatch), the SDK itself takes ${digits(hooked.handOverMs.median)} ms from call to request.`,
  );
  return compared.map(({ title, addedMs, share }) => {
    const isMet = addedMs <= MOST_ADDED_MS && share <= MOST_SHARE;
    const measured = `${digits(addedMs)} ms, ${digits(share * 100)} %`;
    return [`claude-agent, ${title}: at most 20 ms and 10 % more`, measured, isMet ? 'met' : 'MISSED'];
  });
}

const MOST_ADDED_MS = 20;
const MOST_SHARE = 0.1;

interface Sdk {
  query(parameters: object): AsyncIterable<SdkMessage>;
  createSdkMcpServer(options: object): object;
  tool(name: string, description: string, schema: object, handler: () => Promise<object>): object;
}

interface SdkMessage {
  readonly type: string;
  readonly event?: { readonly delta?: { readonly type?: string } };
}

/** Asks the SDK as its documentation shows it, with the same isolation. */
async function askSdk(
  { query, createSdkMcpServer, tool }: Sdk,
  { url }: MessagesServer,
  folder: string,
  hooks: object = {},
): Promise<number> {
  const clock = tool('clock', DESCRIPTION, { zone: z.string() }, async () => ({
    content: [{ type: 'text', text: TIME }],
  }));
  const startedAt = performance.now();
  let firstMs: number | undefined;
  const options = {
    model: MODEL,
    tools: [],
    mcpServers: { bridge: createSdkMcpServer({ name: 'bridge', tools: [clock], alwaysLoad: true }) },
    allowedTools: ['mcp__bridge__clock'],
    settingSources: [],
    strictMcpConfig: true,
    persistSession: false,
    hooks,
    includePartialMessages: true,
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CLAUDE_CONFIG_DIR: path.join(folder, 'config'),
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: 'key',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    },
  };
  for await (const { event } of query({ prompt: QUESTION, options })) {
    if (event?.delta?.type === 'text_delta') firstMs ??= performance.now() - startedAt;
  }
  return firstMs ?? Number.NaN;
}

/** Claude Code calls it after the tools of an answer. The backend stops with it where Claude Code would ask by itself. */
const HOOK = { PostToolBatch: [{ hooks: [async () => ({})] }] };

function openToolpath({ url }: MessagesServer): Toolpath {
  return createToolpath({
    model: `agent/${MODEL}`,
    backends: { agent: { kind: 'claude-agent', baseUrl: url, apiKey: 'key' } },
    builtins: [],
    tools: [
      defineTool({
        name: 'clock',
        description: DESCRIPTION,
        schema: z.object({ zone: z.string() }),
        invoke: () => TIME,
      }),
    ],
  });
}

async function askToolpath(toolpath: Toolpath): Promise<number> {
  const startedAt = performance.now();
  let firstMs: number | undefined;
  for await (const event of toolpath.ask(QUESTION)) {
    if (event.type === 'text') firstMs ??= performance.now() - startedAt;
    if (event.type === 'finish' && event.failure !== undefined) throw new Error(JSON.stringify(event.failure));
  }
  return firstMs ?? Number.NaN;
}

const MODEL = 'claude-sonnet-4-5';
const QUESTION = 'What time is it?';
const DESCRIPTION = 'Returns the time in a time zone.';
const TIME = '12:00';
