import { afterAll } from 'vitest';
import { type Ask, type Call, defaultLimits, type Message, textOf } from '../src/core/index.ts';
import { openSandbox } from '../src/sandbox/index.ts';
import { inOrder, ScriptedBackend, type ScriptedStep } from './scripted-backend.ts';
import { listed, type TurnOptions, testTurns, user } from './turns.ts';

const sandbox = openSandbox({ limits: defaultLimits, python: { engines: ['monty'], cache: '' } });
afterAll(() => sandbox.close());

/** Returns a model's answer that runs this program. */
export const program = (code: string, text = ''): ScriptedStep => ({
  text,
  calls: [{ id: 'py', name: 'python_execution', arguments: JSON.stringify({ code }) }],
});

const PRICED = {
  type: 'object',
  properties: { item: { type: 'string' }, count: { type: 'integer' } },
  required: ['item'],
};

/** Turns with the gateway tool `shop`. */
export function setUp(answers: readonly ScriptedStep[], tools: readonly object[] = [], options: TurnOptions = {}) {
  const backend = new ScriptedBackend(inOrder(...answers));
  const calls: unknown[] = [];
  const shop = {
    name: 'shop',
    schema: PRICED,
    invoke(args: { item: string }) {
      calls.push(args);
      return { item: args.item, price: args.item.length };
    },
  };
  const turns = testTurns(backend, [shop, ...tools], { isMixed: true, sandbox, ...options });
  return { ...turns, backend, calls };
}

/** Returns what the model was told of its last calls, before it was asked for the last time. */
export function told({ requests }: ScriptedBackend): string[] {
  const messages = requests.at(-1)?.messages ?? [];
  const place = messages.findLastIndex(({ role }) => role === 'assistant');
  return messages.slice(place + 1).flatMap((message) => (message.role === 'tool' ? [textOf(message.content)] : []));
}

type AskTurn = (ask: Partial<Ask>) => Promise<{ answer: { text: string; calls: readonly Call[] } }>;

/** A client that declares `bash` and runs its calls. */
export class Client {
  readonly messages: Message[] = [user('hi')];
  readonly #ask: AskTurn;
  readonly #more: Partial<Ask>;
  calls: readonly Call[] = [];
  text = '';

  constructor(ask: AskTurn, more: Partial<Ask> = {}) {
    this.#ask = ask;
    this.#more = more;
  }

  /** Sends the conversation, and adds the answer to it. */
  async send(...messages: readonly Message[]): Promise<void> {
    this.messages.push(...messages);
    const { answer } = await this.#ask({ tools: listed('bash'), messages: [...this.messages], ...this.#more });
    this.calls = answer.calls;
    this.text = answer.text;
    this.messages.push({ role: 'assistant', content: [{ type: 'text', text: answer.text }], calls: answer.calls });
  }

  /** Sends results for the calls of the last answer, in their order. */
  async reply(...results: readonly (string | undefined)[]): Promise<void> {
    await this.send(...this.results(...results));
  }

  results(...results: readonly (string | undefined)[]): Message[] {
    return this.calls.flatMap(({ id }, place): Message[] => {
      const text = results[place];
      return text === undefined ? [] : [{ role: 'tool', callId: id, content: [{ type: 'text', text }] }];
    });
  }
}
