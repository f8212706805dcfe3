import { NEXT_QUESTION, type Question, writeQuestion } from './question.ts';

/** The faults that the soak must not find, and the counts that it reports. */
export interface Tally {
  /** Turns by plan. */
  readonly turns: Map<string, number>;
  /** Calls of the MCP server's tool that failed because it was not connected. */
  unconnected: number;
  readonly faults: string[];
  /** The user who received each serial number. A number that two users received was stored for the other one. */
  readonly serials: Map<string, string>;
  readonly durationsMs: number[];
}

export interface Asker {
  readonly url: string;
  readonly key: string;
  /** The name of the key's owner. The scripted model repeats it in its answers. */
  readonly user?: string;
  readonly tally: Tally;
}

/** Runs one turn and checks its answer. Never rejects: a fault is added to the tally. */
export async function runTurn(question: Question, asker: Asker): Promise<void> {
  const { user, tally } = asker;
  const isStreamed = Math.random() < 0.5;
  const startedAt = performance.now();
  try {
    await play(question, isStreamed, asker);
  } catch (error) {
    const way = isStreamed ? 'streamed' : 'whole';
    const reason = error instanceof Error ? error.message : String(error);
    tally.faults.push(`${writeQuestion(question)} (${user}, ${way}): ${reason}`);
  }
  tally.turns.set(question.plan, (tally.turns.get(question.plan) ?? 0) + 1);
  tally.durationsMs.push(performance.now() - startedAt);
}

async function play(question: Question, isStreamed: boolean, asker: Asker): Promise<void> {
  const { user, tally } = asker;
  const messages: object[] = [{ role: 'user', content: writeQuestion(question) }];
  const own = `${question.id} of ${user}`;
  const head = `${user} asked ${question.id}`;
  switch (question.plan) {
    case 'abort':
      return abort(messages, asker);
    case 'reset-middle': {
      const { error } = await ask(messages, isStreamed, asker);
      if (error === undefined) throw new Error('The broken answer arrived as a complete one.');
      return;
    }
    case 'next-question': {
      const { text } = await ask(messages, isStreamed, asker);
      if (text !== 'Noted.') throw new Error(`Received ${JSON.stringify(text)} instead of "Noted."`);
      // Both keys send the same transcript. Only the hidden calls, which the gateway restores, differ.
      messages.push({ role: 'assistant', content: text }, { role: 'user', content: NEXT_QUESTION });
      return expectParts(await ask(messages, isStreamed, asker), [head, `stamped ${own}`], tally);
    }
    case 'retry':
      return retry(messages, isStreamed, asker);
    case 'text':
    case 'reset-first':
      return expectParts(await ask(messages, isStreamed, asker), [head], tally);
    case 'tool':
      return expectParts(await ask(messages, isStreamed, asker), [head, `stamped ${own}`], tally);
    case 'tool-error':
      return expectParts(await ask(messages, isStreamed, asker), [head, FAILED], tally);
    case 'mcp':
      return expectParts(await ask(messages, isStreamed, asker), [head, `marked ${own}`], tally);
    case 'mixed': {
      const handed = await ask(messages, isStreamed, asker);
      const [call, ...others] = handed.calls;
      if (call?.name !== 'theirs' || others.length > 0) {
        throw new Error(`The turn handed over ${JSON.stringify(handed)} instead of one call.`);
      }
      const made = [{ id: call.id, type: 'function', function: { name: call.name, arguments: call.arguments } }];
      messages.push({ role: 'assistant', content: null, tool_calls: made });
      messages.push({ role: 'tool', tool_call_id: call.id, content: `theirs ${own}` });
      const parts = [head, `stamped ${own}`, `marked ${own}`, `theirs ${own}`];
      return expectParts(await ask(messages, isStreamed, asker), parts, tally);
    }
    default:
      return question.plan satisfies never;
  }
}

const FAILED = 'out of paper';

/** Checks the parts of an answer: who asked, then the result of each tool. The MCP server may be away after a kill. */
function expectParts({ text, error }: Received, expected: readonly string[], tally: Tally): void {
  const parts = text.split('|');
  const isExpected = (part: string, place: number) => {
    const wanted = expected[place] ?? '';
    if (wanted === FAILED ? part.includes(wanted) : part === wanted) return true;
    if (!wanted.startsWith('marked') || !NOT_CONNECTED.test(part)) return false;
    tally.unconnected++;
    return true;
  };
  if (error === undefined && parts.length === expected.length && parts.every(isExpected)) return;
  throw new Error(`Expected ${JSON.stringify(expected)}, received ${JSON.stringify({ text, error })}.`);
}

const NOT_CONNECTED = /not connected|disconnected during the call/;

interface Received {
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
  readonly error: string | undefined;
}

/** Repeats a request that failed after a tool had run. Both keys send the same request, and each must get its own result. */
async function retry(messages: readonly object[], isStreamed: boolean, { user, ...asker }: Asker): Promise<void> {
  const first = await ask(messages, isStreamed, asker);
  if (first.error === undefined) throw new Error('The broken answer arrived as a complete one.');
  const { text, error } = await ask(messages, isStreamed, asker);
  const serial = /serial \d+$/.exec(text)?.[0];
  if (serial === undefined) throw new Error(`The retry failed: ${JSON.stringify({ text, error })}`);
  const other = asker.tally.serials.get(serial);
  if (other !== undefined) throw new Error(`${user} received ${serial}, which ${other} had received before.`);
  asker.tally.serials.set(serial, user ?? '');
}

function post(messages: readonly object[], isStreamed: boolean, { url, key, user }: Asker, signal?: AbortSignal) {
  const theirs = { name: 'theirs', description: 'A tool of the client.', parameters: { type: 'object' } };
  return fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ user, messages, stream: isStreamed, tools: [{ type: 'toolpath' }, theirs] }),
    signal: signal ?? null,
  });
}

async function ask(messages: readonly object[], isStreamed: boolean, asker: Asker): Promise<Received> {
  const response = await post(messages, isStreamed, asker);
  const body = await response.text();
  if (response.status !== 200) return { text: '', calls: [], error: `${response.status} ${body}` };
  return isStreamed ? readStream(body) : readWhole(body);
}

function readWhole(body: string): Received {
  const { message } = JSON.parse(body).choices[0];
  const calls = (message.tool_calls ?? []).map(callOf);
  return { text: message.content ?? '', calls, error: undefined };
}

function readStream(body: string): Received {
  const events = body.split('\n\n').filter((event) => event.startsWith('data: '));
  const data = events.map((event) => event.slice(6)).filter((event) => event !== '[DONE]');
  const chunks = data.map((each) => JSON.parse(each));
  const failed = chunks.find(({ error }) => error !== undefined);
  if (failed !== undefined) return { text: '', calls: [], error: JSON.stringify(failed.error) };
  if (events.at(-1) !== 'data: [DONE]') throw new Error(`The stream ended without [DONE]: ${body.slice(-300)}`);
  const deltas = chunks.flatMap(({ choices }) => choices.map((choice: { delta: object }) => choice.delta));
  const calls = new Map<number, { id: string; name: string; arguments: string }>();
  for (const piece of deltas.flatMap(({ tool_calls: pieces = [] }) => pieces)) {
    const before = calls.get(piece.index);
    if (before === undefined) calls.set(piece.index, callOf(piece));
    else before.arguments += piece.function.arguments;
  }
  return { text: deltas.map(({ content }) => content ?? '').join(''), calls: [...calls.values()], error: undefined };
}

function callOf({ id, function: made }: { id: string; function: { name: string; arguments: string } }) {
  return { id, name: made.name, arguments: made.arguments };
}

/** Disconnects after the first chunk. */
async function abort(messages: readonly object[], asker: Asker): Promise<void> {
  const leaving = new AbortController();
  const response = await post(messages, true, asker, leaving.signal);
  if (response.status !== 200) throw new Error(`Status ${response.status} before the client disconnected.`);
  await response.body?.getReader().read();
  leaving.abort();
}
