import { createParser } from 'eventsource-parser';
import { onTestFinished } from 'vitest';
import { type Fields, isRecord, parseJson } from '../src/core/index.ts';
import { createClaudeAgentBackend } from '../src/models/claude-agent/backend.ts';
import type { Backend } from '../src/models/contract.ts';
import type { HttpBackendOptions } from '../src/models/http/backend.ts';
import { apiError, FakeAgentSdk, type Play, result, streamed } from './fake-agent-sdk.ts';

/**
 * Creates a backend whose fake agent asks a Messages server, as Claude Code does, so that the contract tests for servers run
 * also run over the agent.
 */
export function createAgentOverHttp({ baseUrl, apiKey, headers, limits, ...options }: HttpBackendOptions): Backend {
  const sdk = new FakeAgentSdk();
  // More than any test asks for: each play is one request to the server.
  sdk.script(...Array.from({ length: 200 }, () => askServer));
  const backend = createClaudeAgentBackend({
    ...options,
    baseUrl,
    ...(apiKey !== '' && { apiKey }),
    headers,
    limits: { ...limits, agentProcesses: limits.upstreamConnections },
    load: sdk.load,
  });
  onTestFinished(() => backend.close());
  return backend;
}

/** Sends the last message to the server, and passes its stream on. */
const askServer: Play = async function* (agent) {
  const stop = new AbortController();
  void agent.stopped().then(() => stop.abort());
  const { ANTHROPIC_BASE_URL: url } = agent.options.env;
  const body = JSON.stringify({ messages: agent.sent.map(({ message }) => message), stream: true });
  const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal: stop.signal };
  let events: ReadableStreamDefaultReader<Uint8Array> | undefined;
  try {
    const response = await fetch(`${url}/v1/messages`, { ...request, redirect: 'manual' });
    if (response.status !== 200) return yield* apiError(response.status, messageIn(await response.text()))(agent);
    events = response.body?.getReader();
    yield* eventsIn(events);
  } catch (error) {
    const { message, cause } = error as Error;
    const said = `API Error: Connection error: ${isRecord(cause) ? (cause.code ?? cause.message) : message}`;
    yield result({ subtype: 'error_during_execution', is_error: true, result: said });
    throw new Error(said);
  } finally {
    await events?.cancel().catch(() => {});
  }
  yield result({ subtype: 'error_during_execution', is_error: true, errors: ['the stream ended'] });
  return undefined;
};

async function* eventsIn(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): AsyncGenerator<Fields> {
  const events: unknown[] = [];
  const parser = createParser({ onEvent: ({ data }) => void events.push(parseJson(data)) });
  const decoder = new TextDecoder();
  for (;;) {
    const read = await reader?.read();
    if (read === undefined || read.done) return;
    parser.feed(decoder.decode(read.value, { stream: true }));
    for (const event of events.splice(0)) yield streamed(event);
  }
}

function messageIn(body: string): string {
  const parsed = parseJson(body);
  const error = isRecord(parsed) && isRecord(parsed.error) ? parsed.error : {};
  return typeof error.message === 'string' ? error.message : body;
}
