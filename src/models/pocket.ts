import { type Event, type ModelRequest, newCallId, type Usage, wordsOf } from '../core/index.ts';
import type { Backend, BackendFacts } from './contract.ts';
import { failed } from './finish.ts';
import { cancelled } from './http/cancelled.ts';
import { type Reply, replyTo } from './pocket/reply.ts';

export interface PocketOptions {
  /** Its name in the settings. */
  readonly name: string;
  /** The time, as tests may replace it: what `tomorrow` means. */
  readonly now?: () => Date;
}

/**
 * The backend that is always there: no language model and no server, but a small program that chooses a tool by its words
 * and fills in its arguments by its schema. The same conversation gives the same answer, at the same time of day.
 */
export function createPocketBackend({ name, now = () => new Date() }: PocketOptions): Backend {
  const facts: BackendFacts = {
    name,
    kind: 'pocket',
    address: 'in this process',
    demands: {},
    overflow: 'refused',
    isForgetful: true,
    isTextless: true,
  };
  let isClosed = false;
  return {
    describe: () => facts,
    models: async () => ['pocket'],
    inspect: async () => ({ contextTokens: CONTEXT_TOKENS, nativeTools: true }),
    close: async () => {
      isClosed = true;
    },
    async *stream(request, signal) {
      if (isClosed) yield failed({ kind: 'upstream-unreachable', backend: name, reason: 'it was closed' });
      else yield* speak(name, request, signal, now());
    },
  };
}

/** It reads the end of the conversation only, so that any will do. */
const CONTEXT_TOKENS = 1_000_000;

async function* speak(
  name: string,
  request: ModelRequest,
  signal: AbortSignal,
  now: Date,
): AsyncGenerator<readonly Event[], void, undefined> {
  let batches: readonly (readonly Event[])[];
  try {
    batches = batchesOf(replyTo(request, now), request);
  } catch (bug) {
    const reason = `pocket could not read the question or its tools (${Error.isError(bug) ? bug.message : 'a bug'})`;
    batches = [failed({ kind: 'upstream-broken', backend: name, reason })];
  }
  for (const batch of batches) {
    if (signal.aborted) {
      yield failed(cancelled(signal));
      return;
    }
    yield batch;
  }
}

/** Text in a few words each, so that a client sees a stream; each call at once; and the end. */
function batchesOf(reply: Reply, request: ModelRequest): readonly (readonly Event[])[] {
  const usage = usageOf(request, reply);
  if (reply.kind === 'text') {
    const pieces = reply.text.match(/\S+\s*(?:\S+\s*){0,3}|\s+/g) ?? [];
    return [...pieces.map((text): Event[] => [{ type: 'text', text }]), [{ type: 'finish', reason: 'stop', usage }]];
  }
  const calls = reply.calls.map(({ name, arguments: args }): Event[] => {
    const id = newCallId();
    const text = JSON.stringify(args);
    return [
      { type: 'call-start', id, name, owner: 'gateway' },
      { type: 'call-args', id, text },
      { type: 'call', call: { id, name, arguments: text }, owner: 'gateway' },
    ];
  });
  return [...calls, [{ type: 'finish', reason: 'calls', usage }]];
}

/** Estimates: nothing here has tokens. Four letters are taken for one, as is usual for English. */
function usageOf({ messages }: ModelRequest, reply: Reply): Usage {
  const prompt = messages.reduce((sum, { content }) => sum + wordsOf(content).length, 0);
  const answer = reply.kind === 'text' ? reply.text : JSON.stringify(reply.calls);
  return { promptTokens: Math.ceil(prompt / 4), completionTokens: Math.ceil(answer.length / 4) };
}
