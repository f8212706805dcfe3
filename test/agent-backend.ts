import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import {
  type Call,
  defaultLimits,
  type Event,
  type Limits,
  type Message,
  type ModelRequest,
  type VisibleTool,
} from '../src/core/index.ts';
import { type ClaudeAgentOptions, createClaudeAgentBackend } from '../src/models/claude-agent/backend.ts';
import { aRequest, collect, hastyClock } from './contracts/models/helpers.ts';
import { type Deviations, type FakeAgent, FakeAgentSdk } from './fake-agent-sdk.ts';
import { recordingLog } from './recording-log.ts';

export interface OpenAgentOptions extends Deviations {
  readonly limits?: Partial<Limits>;
  readonly backend?: Partial<ClaudeAgentOptions>;
}

/** Opens a backend over a fake SDK. It is closed after the test. */
export function openAgent({ limits, backend: more, ...deviations }: OpenAgentOptions = {}) {
  const sdk = new FakeAgentSdk(deviations);
  const log = recordingLog();
  const options = {
    name: 'agent',
    limits: { ...defaultLimits, agentSpareMs: 0, ...limits },
    log,
    load: sdk.load,
    clock: hastyClock,
  };
  const backend = createClaudeAgentBackend({ ...options, ...more });
  onTestFinished(() => backend.close());
  const ask = (request: Partial<ModelRequest> = {}, signal?: AbortSignal) =>
    collect(backend, { model: 'sonnet', ...request }, signal);
  return { sdk, log, backend, ask };
}

export function agentTool(name: string, more: Partial<VisibleTool> = {}): VisibleTool {
  const parameters = { type: 'object', properties: { q: { type: 'string' } } };
  return { name, wireName: name, owner: 'client', description: `What ${name} says.`, parameters, ...more };
}

export function gatewayTool(name: string): VisibleTool {
  return agentTool(name, { owner: 'gateway' });
}

/** A turn whose tools are all the gateway's, so that its child is kept between the steps. */
export function agentTurn(...tools: readonly string[]) {
  const end = new AbortController();
  const messages: Message[] = [...aRequest.messages];
  const request: ModelRequest = {
    ...aRequest,
    model: 'sonnet',
    turn: 'turn-1',
    turnEnd: end.signal,
    tools: tools.map(gatewayTool),
  };
  return {
    end: () => end.abort(),
    /** Returns the request of the next step. */
    request: (more: Partial<ModelRequest> = {}): ModelRequest => ({ ...request, messages: [...messages], ...more }),
    /** Adds the answer of a step and the outcomes of its calls. */
    add(events: readonly Event[], outcome: (call: Call) => string = (call) => `${call.name} ran`) {
      const calls = callsOf(events);
      const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      messages.push({ role: 'assistant', content: text === '' ? [] : [{ type: 'text', text }], calls });
      for (const call of calls) {
        messages.push({
          role: 'tool',
          callId: call.id,
          name: call.name,
          content: [{ type: 'text', text: outcome(call) }],
        });
      }
    },
    messages,
  };
}

/** The complete calls of an answer. */
export function callsOf(events: readonly Event[]): readonly Call[] {
  return events.flatMap((event) => (event.type === 'call' ? [event.call] : []));
}

/** The complete calls of an answer, as names and arguments. */
export function calledIn(events: readonly Event[]): readonly (readonly [string, unknown])[] {
  return callsOf(events).map((call) => [call.name, call.arguments]);
}

/** Waits until the condition is true. */
export async function whenTrue(isTrue: () => boolean, mostMs = 10_000): Promise<void> {
  const until = performance.now() + mostMs;
  while (!isTrue()) {
    if (performance.now() > until) throw new Error(`This did not become true within ${mostMs} ms: ${isTrue}`);
    await sleep(2);
  }
}

/** Returns the texts of the user's and the assistant's messages that an agent received. */
export function received(agent: FakeAgent | undefined): readonly unknown[] {
  return (agent?.sent ?? []).map(({ message }) => (message as { content: unknown }).content);
}
