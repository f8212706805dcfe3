import type { Event, Message, Usage } from '../core/index.ts';
import { newCallId } from './call-id.ts';
import type { Backend, BackendFacts, ModelFacts, ModelRequest } from './contract.ts';
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
  const facts: BackendFacts = { name, kind: 'pocket', address: 'in this process', demands: {}, overflow: 'refused' };
  let isClosed = false;
  return {
    describe: () => facts,
    models: async () => ['pocket'],
    inspect: async (): Promise<ModelFacts> => ({ contextTokens: CONTEXT_TOKENS, nativeTools: true }),
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

async function* speak(name: string, request: ModelRequest, signal: AbortSignal, now: Date): Batches {
  let reply: Reply;
  let batches: readonly (readonly Event[])[];
  let usage: Usage;
  try {
    reply = replyTo(request, now);
    batches = batchesOf(reply);
    usage = usageOf(request, reply);
  } catch (bug) {
    const reason = `pocket could not read the question or its tools (${Error.isError(bug) ? bug.message : 'a bug'})`;
    yield failed({ kind: 'upstream-broken', backend: name, reason });
    return;
  }
  for (const batch of batches) {
    if (signal.aborted) break;
    yield batch;
  }
  if (signal.aborted) yield failed(cancelled(signal));
  else yield [{ type: 'finish', reason: reply.kind === 'calls' ? 'calls' : 'stop', usage }];
}

type Batches = AsyncGenerator<readonly Event[], void, undefined>;

function batchesOf(reply: Reply): readonly (readonly Event[])[] {
  if (reply.kind === 'text') return piecesOf(reply.text).map((text) => [{ type: 'text', text }]);
  return reply.calls.map(({ name, arguments: args }) => {
    const id = newCallId();
    const text = JSON.stringify(args);
    return [
      { type: 'call-start', id, name, owner: 'gateway' },
      { type: 'call-args', id, text },
      { type: 'call', call: { id, name, arguments: text }, owner: 'gateway' },
    ];
  });
}

/** A few words each, so that a client sees a stream. */
function piecesOf(text: string): readonly string[] {
  return text.match(/\S+\s*(?:\S+\s*){0,3}|\s+/g) ?? [];
}

/** Estimates: nothing here has tokens. Four letters are taken for one, as is usual for English. */
function usageOf({ messages }: ModelRequest, reply: Reply): Usage {
  const prompt = messages.reduce((sum, message) => sum + lettersOf(message), 0);
  const answer = reply.kind === 'text' ? reply.text : JSON.stringify(reply.calls);
  return { promptTokens: Math.ceil(prompt / 4), completionTokens: Math.ceil(answer.length / 4) };
}

function lettersOf({ content }: Message): number {
  return content.reduce((sum, part) => sum + (part.type === 'text' ? part.text.length : 0), 0);
}
