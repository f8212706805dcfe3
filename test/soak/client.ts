import { type Asker, ask, type Received } from './asking.ts';
import { leave } from './leaving.ts';
import { NEXT_QUESTION, type Question, writeQuestion } from './question.ts';

/** The faults that the soak must not find, and the counts that it reports. */
export interface Tally {
  /** Turns by plan. */
  readonly turns: Map<string, number>;
  /** Calls of the MCP server's tool that were running when it was killed. */
  interrupted: number;
  /** Calls of the MCP server's tool that failed because it was not connected. */
  unconnected: number;
  readonly faults: string[];
  /** The user who received each serial number. A number that two users received was stored for the other one. */
  readonly serials: Map<string, string>;
  readonly durationsMs: number[];
}

/** Runs one turn and checks its answer. Never rejects: a fault is added to the tally. */
export async function runTurn(question: Question, asker: Asker, tally: Tally): Promise<void> {
  const isStreamed = Math.random() < 0.5;
  const startedAt = performance.now();
  try {
    await play(question, isStreamed, asker, tally);
  } catch (error) {
    const way = isStreamed ? 'streamed' : 'whole';
    const reason = error instanceof Error ? error.message : String(error);
    tally.faults.push(`${writeQuestion(question)} (${asker.user}, ${way}): ${reason}`);
  }
  tally.turns.set(question.plan, (tally.turns.get(question.plan) ?? 0) + 1);
  tally.durationsMs.push(performance.now() - startedAt);
}

async function play(question: Question, isStreamed: boolean, asker: Asker, tally: Tally): Promise<void> {
  const { user } = asker;
  const messages: object[] = [{ role: 'user', content: writeQuestion(question) }];
  const own = `${question.id} of ${user}`;
  const head = `${user} asked ${question.id}`;
  switch (question.plan) {
    case 'abort-answer':
    case 'abort-tool':
      return leave(messages, { isStreamed, isAnswer: question.plan === 'abort-answer', own, head }, asker);
    case 'reset-middle':
      return expectBroken(await ask(messages, isStreamed, asker), head);
    case 'next-question': {
      const { text } = await ask(messages, isStreamed, asker);
      if (text !== 'Noted.') throw new Error(`Received ${JSON.stringify(text)} instead of "Noted."`);
      // Both keys send the same transcript. Only the hidden calls, which the gateway restores, differ.
      messages.push({ role: 'assistant', content: text }, { role: 'user', content: NEXT_QUESTION });
      return expectParts(await ask(messages, isStreamed, asker), [head, `stamped ${own}`], tally);
    }
    case 'retry':
      return retry(question, messages, isStreamed, asker, tally);
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
    if (!wanted.startsWith('marked')) return false;
    const [isInterrupted, isUnconnected] = [part.includes(INTERRUPTED), part.includes(NOT_CONNECTED)];
    if (isInterrupted) tally.interrupted++;
    else if (isUnconnected) tally.unconnected++;
    return isInterrupted || isUnconnected;
  };
  if (error === undefined && parts.length === expected.length && parts.every(isExpected)) return;
  throw new Error(`Expected ${JSON.stringify(expected)}, received ${JSON.stringify({ text, error })}.`);
}

const INTERRUPTED = 'disconnected during the call';
const NOT_CONNECTED = 'cannot be reached';

/** Checks the error of an answer whose connection the model server reset, and that no other text arrived before it. */
function expectBroken({ text, error }: Received, told: string): void {
  if (error?.code === 'upstream_invalid_answer' && told.startsWith(text)) return;
  throw new Error(`Expected a broken answer, received ${JSON.stringify({ text, error })}.`);
}

/** Repeats a request that failed after a tool had run. Both keys send the same request, and each must get its own result. */
async function retry(
  { id }: Question,
  messages: readonly object[],
  isStreamed: boolean,
  { user, ...asker }: Asker,
  { serials }: Tally,
): Promise<void> {
  expectBroken(await ask(messages, isStreamed, asker), `nobody asked ${id}`);
  const { text, error } = await ask(messages, isStreamed, asker);
  const serial = /serial \d+$/.exec(text)?.[0];
  if (serial === undefined) throw new Error(`The retry failed: ${JSON.stringify({ text, error })}`);
  const other = serials.get(serial);
  if (other !== undefined) throw new Error(`${user} received ${serial}, which ${other} had received before.`);
  serials.set(serial, user ?? '');
}
