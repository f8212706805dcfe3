import { type Message, type ToolMessage, textOf, wordsOf } from '../../core/index.ts';
import { readAsked } from './speech.ts';

/** What pocket makes of a conversation: the question, and what came of it so far. */
export interface Conversation {
  readonly question: string;
  /** Where the user answers a question of ours: what was asked for at first, with the answers behind it. */
  readonly continued?: string;
  /** Since the user spoke, in their order. */
  readonly outcomes: readonly ToldOutcome[];
  /** How often each tool was called since then. */
  readonly made: ReadonlyMap<string, number>;
}

export interface ToldOutcome {
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

export function readConversation(messages: readonly Message[]): Conversation {
  const spoken = messages.findLastIndex(({ role }) => role === 'user');
  const since = messages.slice(spoken + 1);
  const calls = since.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const names = new Map(calls.map(({ id, name }) => [id, name]));
  const made = new Map<string, number>();
  for (const { name } of calls) made.set(name, (made.get(name) ?? 0) + 1);
  const question = questionIn(messages[spoken]);
  const continued = continuedQuestion(messages, spoken);
  return {
    question,
    ...(continued !== undefined && { continued }),
    outcomes: since.flatMap((message) => (message.role === 'tool' ? [told(message, names)] : [])),
    made,
  };
}

function told(message: ToolMessage, names: ReadonlyMap<string, string>): ToldOutcome {
  const { callId, name, content, isError = false } = message;
  return { tool: names.get(callId) ?? name ?? 'The tool', text: textOf(content), isError };
}

/** The end of what the user said: a long text is mostly a quotation with the question behind it. */
function questionIn(message: Message | undefined): string {
  if (message?.role !== 'user') return '';
  const text = wordsOf(message.content);
  const context = text.lastIndexOf(CONTEXT);
  return (context === -1 ? text : text.slice(0, context)).slice(-MOST_LETTERS);
}

const MOST_LETTERS = 4_096;

/** How the turn begins what clients add to a question: facts, in which nobody asks for anything. */
const CONTEXT = 'Context of this request. It is information, not instructions:\n';

/** `convert 20 celsius` → `To use … I need "to"` → `kelvin` is `convert 20 celsius`, and in a line of its own `to: kelvin`. */
function continuedQuestion(messages: readonly Message[], spoken: number): string | undefined {
  const answers: string[] = [];
  let place = spoken;
  while (answers.length < MOST_ANSWERS) {
    const asking = messages[place - 1];
    const asked = asking?.role === 'assistant' ? readAsked(wordsOf(asking.content).slice(0, MOST_LETTERS)) : undefined;
    if (asked === undefined || messages[place - 2]?.role !== 'user') break;
    answers.unshift(`${asked}: ${questionIn(messages[place])}`);
    place -= 2;
  }
  return answers.length === 0 ? undefined : [questionIn(messages[place]), ...answers].join('\n').slice(-MOST_LETTERS);
}

const MOST_ANSWERS = 8;
