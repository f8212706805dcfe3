import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultLimits, type Fields, isRecord, type ModelRequest } from '../../src/core/index.ts';
import { createClaudeAgentBackend } from '../../src/models/claude-agent/backend.ts';
import type { AgentSdk, LoadedSdk } from '../../src/models/claude-agent/sdk.ts';
import { aRequest, collect, joined } from '../contracts/models/helpers.ts';
import { errorBody, eventActions, message, streamEvents, textMessage, thinkingMessage } from '../messages.ts';
import { recordingLog } from '../recording-log.ts';
import { close, type Play, reply, startUpstream, wait } from '../upstream.ts';
import { loadRealSdk } from './claude-agent.ts';

/**
 * Recordings of what the real Claude Code prints. The backend must read them in the same way as it reads the installed
 * version, also where none is installed. To record again, set TOOLPATH_RECORD=1.
 */

interface Scenario {
  readonly name: string;
  /** The answer of the model's server. */
  readonly play: Play;
  readonly expected: readonly unknown[];
}

const call = (id: string, name: string, args: object = {}) => ({
  type: 'call',
  call: { id, name, arguments: JSON.stringify(args) },
  owner: 'gateway',
});
const start = (id: string, name: string) => ({ type: 'call-start', id, name, owner: 'gateway' });
const finish = (reason: string, more: object = {}) => expect.objectContaining({ type: 'finish', reason, ...more });
const failed = (kind: string, more: object = {}) =>
  finish('failed', { failure: expect.objectContaining({ kind, ...more }) });
const broken = eventActions(streamEvents([{ type: 'text', text: 'Hell' }]).slice(0, 4));
const look = (id: string, q: string) => ({ id, name: 'mcp__bridge__look', input: { q } });

const scenarios: readonly Scenario[] = [
  {
    name: 'text',
    play: textMessage('Hello, world'),
    expected: [{ type: 'text', text: 'Hello, world' }, finish('stop')],
  },
  {
    name: 'reasoning-and-calls',
    play: thinkingMessage('Hm.', { text: 'I look.', calls: [look('toolu_0', 'a'), look('toolu_1', 'b')] }),
    expected: [
      { type: 'reasoning', text: 'Hm.' },
      expect.objectContaining({ type: 'reasoning-blocks' }),
      { type: 'text', text: 'I look.' },
      start('0', 'look'),
      { type: 'call-args', id: '0', text: '{"q":"a"}' },
      start('1', 'look'),
      { type: 'call-args', id: '1', text: '{"q":"b"}' },
      call('0', 'look', { q: 'a' }),
      call('1', 'look', { q: 'b' }),
      finish('calls'),
    ],
  },
  {
    name: 'unknown-tool',
    play: message([{ type: 'tool_use', id: 'toolu_0', name: 'mcp__bridge__other', input: {} }]),
    expected: [start('0', 'other'), call('0', 'other'), finish('calls')],
  },
  {
    name: 'broken-stream',
    play: [...broken, wait(30), close],
    expected: [{ type: 'text', text: 'Hell' }, failed('upstream-broken')],
  },
  {
    name: 'error-in-stream',
    play: [...broken, `event: error\ndata: ${JSON.stringify(errorBody('overloaded_error', 'Overloaded'))}\n\n`],
    expected: [{ type: 'text', text: 'Hell' }, failed('upstream-busy')],
  },
  {
    name: 'token-limit',
    play: message([{ type: 'text', text: 'Once' }], { stop: 'max_tokens' }),
    expected: [{ type: 'text', text: 'Once' }, finish('length')],
  },
  {
    name: 'refusal',
    play: message([{ type: 'text', text: 'No.' }], { stop: 'refusal' }),
    expected: [{ type: 'text', text: 'No.' }, finish('refusal')],
  },
  { name: 'busy', play: reply(529, errorBody('overloaded_error', 'Overloaded')), expected: [failed('upstream-busy')] },
  {
    name: 'too-long',
    play: reply(400, errorBody('invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum')),
    expected: [failed('upstream-rejected', { code: 'context_length_exceeded' })],
  },
  {
    name: 'refused-key',
    play: reply(401, errorBody('authentication_error', 'invalid x-api-key')),
    expected: [failed('upstream-credentials', { status: 401 })],
  },
];

const request: Partial<ModelRequest> = {
  ...aRequest,
  model: 'claude-sonnet-4-5',
  tools: [{ wireName: 'look', name: 'look', description: 'd', parameters: { type: 'object' }, owner: 'client' }],
};

/** Asks a backend that uses this SDK, and returns the events with their texts joined and their ids numbered. */
async function eventsWith(sdk: AgentSdk, baseUrl: string): Promise<readonly unknown[]> {
  const limits = { ...defaultLimits, retries: 0 };
  const load = () => Promise.resolve({ ok: true, sdk } satisfies LoadedSdk);
  const backend = createClaudeAgentBackend({ name: 'up', baseUrl, apiKey: 'a-key', limits, log: recordingLog(), load });
  onTestFinished(() => backend.close());
  const { events } = await collect(backend, request);
  return joined(events).map((event) =>
    JSON.parse(JSON.stringify(event, (key, value) => (key === 'id' ? String(value) : value))),
  );
}

describe('Recordings of Claude Code', () => {
  for (const { name, play, expected } of scenarios) {
    const file = path.join(import.meta.dirname, 'claude-agent-recordings', `${name}.json`);

    test(`The recording "${name}" becomes the expected events`, async () => {
      const recording = JSON.parse(readFileSync(file, 'utf8')) as readonly unknown[];
      expect(await eventsWith(replaying(recording), 'http://127.0.0.1:9')).toEqual(expected);
    });

    test(`The installed version gives the same events as the recording "${name}"`, async (context) => {
      const load = await loadRealSdk(context);
      const loaded = await load();
      if (!loaded.ok) throw new Error(loaded.message);
      const upstream = await startUpstream();
      upstream.script(play, play, play);
      const messages: unknown[] = [];
      expect(await eventsWith(recording(loaded.sdk, messages), upstream.url)).toEqual(expected);
      if (process.env.TOOLPATH_RECORD === '1' || !existsSync(file))
        writeFileSync(file, JSON.stringify(messages, null, 2));
    });
  }
});

/** An SDK that answers every prompt with these messages. */
function replaying(messages: readonly unknown[]): AgentSdk {
  return {
    createSdkMcpServer: () => ({ instance: { server: { registerCapabilities() {}, setRequestHandler() {} } } }),
    query({ prompt }) {
      const given = prompt[Symbol.asyncIterator]();
      const left = [...messages];
      let isAsked = false;
      return {
        async next() {
          if (!isAsked) await given.next();
          isAsked = true;
          return left.length === 0 ? { done: true, value: undefined } : { done: false, value: left.shift() };
        },
        close() {
          left.length = 0;
        },
      };
    },
  };
}

/** The SDK, with everything that it prints added to `messages`. */
function recording(sdk: AgentSdk, messages: unknown[]): AgentSdk {
  return {
    createSdkMcpServer: (options) => sdk.createSdkMcpServer(options),
    query(parameters) {
      const query = sdk.query(parameters);
      return {
        async next() {
          const got = await query.next();
          if (got.done !== true) messages.push(withoutOthers(got.value));
          return got;
        },
        interrupt: async () => query.interrupt?.(),
        close: () => query.close?.(),
      };
    },
  };
}

/** Keeps the fields that matter: no ids of sessions and no folders. */
function withoutOthers(value: unknown): Fields {
  return Object.fromEntries(Object.entries(isRecord(value) ? value : {}).filter(([name]) => KEPT.has(name)));
}

const KEPT = new Set([
  'type',
  'subtype',
  'tools',
  'model',
  'event',
  'message',
  'parent_tool_use_id',
  'error',
  'api_error_status',
  'is_error',
  'result',
  'errors',
  'num_turns',
  'stop_reason',
  'usage',
  'terminal_reason',
  'permission_denials',
  'deferred_tool_use',
  'abandoned_blocks',
]);
