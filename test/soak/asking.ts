import type { Reports } from './reports.ts';

/** The gateway, and the key that asks it. */
export interface Asker {
  readonly url: string;
  readonly key: string;
  /** The name of the key's owner. The scripted model repeats it in its answers. */
  readonly user?: string;
  readonly reports: Reports;
}

export interface Received {
  /** In an answer that failed, the text that arrived before the error. */
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly error: { readonly code?: string } | undefined;
}

/** Sends a request, and reads its complete answer. */
export async function ask(messages: readonly object[], isStreamed: boolean, asker: Asker): Promise<Received> {
  const response = await post(messages, isStreamed, asker);
  const body = await response.text();
  if (response.status !== 200) return { text: '', calls: [], error: JSON.parse(body).error };
  return isStreamed ? readStream(body) : readWhole(body);
}

export function post(
  messages: readonly object[],
  isStreamed: boolean,
  { url, key, user }: Omit<Asker, 'reports'>,
  leaving = new AbortController().signal,
): Promise<Response> {
  const theirs = { name: 'theirs', description: 'A tool of the client.', parameters: { type: 'object' } };
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ user, messages, stream: isStreamed, tools: [{ type: 'toolpath' }, theirs] }),
    signal: AbortSignal.any([leaving, AbortSignal.timeout(LONGEST_TURN_MS)]),
  });
}

/** Without a limit, the heartbeats of a stream would keep the soak waiting forever for a lost answer. */
const LONGEST_TURN_MS = 60_000;

/** Returns the text in the complete events of a stream. */
export function textOfStream(body: string): string {
  return deltasOf(body)
    .map(({ content }) => content ?? '')
    .join('');
}

function readWhole(body: string): Received {
  const { message } = JSON.parse(body).choices[0];
  const calls = (message.tool_calls ?? []).map(callOf);
  return { text: message.content ?? '', calls, error: undefined };
}

function readStream(body: string): Received {
  const text = textOfStream(body);
  const error = chunksOf(body).find((chunk) => chunk.error !== undefined)?.error;
  if (error !== undefined) return { text, calls: [], error };
  if (!body.endsWith('data: [DONE]\n\n')) throw new Error(`The stream ended without [DONE]: ${body.slice(-300)}`);
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const piece of deltasOf(body).flatMap(({ tool_calls: pieces = [] }) => pieces)) {
    const before = calls.get(piece.index);
    if (before === undefined) calls.set(piece.index, callOf(piece));
    else before.arguments += piece.function.arguments;
  }
  return { text, calls: [...calls.values()], error: undefined };
}

function deltasOf(body: string) {
  return chunksOf(body).flatMap(({ choices = [] }) => choices.map(({ delta }: { delta: object }) => delta));
}

// biome-ignore lint/suspicious/noExplicitAny: chunks of a stream
function chunksOf(body: string): any[] {
  const events = body.slice(0, body.lastIndexOf('\n\n') + 1).split('\n\n');
  const data = events.filter((event) => event.startsWith('data: ')).map((event) => event.slice(6));
  return data.filter((each) => each.trim() !== '[DONE]').map((each) => JSON.parse(each));
}

function callOf({ id, function: made }: { id: string; function: { name: string; arguments: string } }) {
  return { id, name: made.name, arguments: made.arguments };
}
