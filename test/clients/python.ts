import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import { afterAll } from 'vitest';
import { callAnswer } from '../upstream.ts';
import { countingTool, type GatewayOptions, openGateway, type RunningGateway } from './gateway.ts';

const cache = mkdtempSync(path.join(tmpdir(), 'toolpath-python-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Opens a gateway with `python_execution`, with the tool `price`, which counts its runs, and with these tools. */
export async function setUp({ settings, tools = [], ...options }: GatewayOptions = {}) {
  const price = countingTool('price', ({ q }) => ({ item: q, price: String(q).length }));
  const builtins = ['tool_search', 'python_execution'];
  const gateway = await openGateway({
    tools: [price, ...tools],
    settings: { builtins, 'python-cache': cache, ...settings },
    ...options,
  });
  return { ...gateway, price };
}

/** A tool of the client. */
export const bash: ChatCompletionTool = {
  type: 'function',
  function: { name: 'bash', parameters: { type: 'object', properties: { command: { type: 'string' } } } },
};

/** Adds the tools of the gateway to a request. */
export const toolpath = { type: 'toolpath' } as unknown as ChatCompletionTool;

/** Begins a program that needs Pyodide. */
export const CLASS = 'class Needed:\n    pass\n';

/** Returns a model's answer that runs this program. */
export function program(code: string, text = '') {
  return callAnswer([{ name: 'python_execution', args: { code }, id: 'py_1' }], { text });
}

export interface ClientOptions {
  readonly stream?: boolean;
  readonly apiKey?: string;
  /** Fields of each request. */
  readonly fields?: object;
}

/** A client that declares `bash` and sends its results, as a user of the OpenAI SDK would write it. */
export class Client {
  readonly messages: ChatCompletionMessageParam[] = [{ role: 'user', content: 'Hello?' }];
  /** The commands that the client has run. */
  readonly ran: string[] = [];
  readonly #openai: OpenAI;
  readonly #options: ClientOptions;

  constructor({ baseUrl }: Pick<RunningGateway, 'baseUrl'>, options: ClientOptions = {}) {
    this.#options = options;
    this.#openai = new OpenAI({ baseURL: baseUrl, apiKey: options.apiKey ?? 'a-clients-key', maxRetries: 0 });
  }

  /** Returns a client with the same conversation. */
  at(gateway: Pick<RunningGateway, 'baseUrl'>, options: ClientOptions = {}): Client {
    const other = new Client(gateway, { ...this.#options, ...options });
    other.messages.splice(0, 1, ...this.messages);
    return other;
  }

  /** Sends the conversation, and adds the answer to it. */
  async ask(signal?: AbortSignal) {
    const { stream = false, fields } = this.#options;
    const request = { model: 'up/mock', messages: this.messages, tools: [bash, toolpath], ...fields };
    const answer = stream
      ? await this.#openai.chat.completions.stream(request, { signal }).finalChatCompletion()
      : await this.#openai.chat.completions.create({ ...request, stream: false }, { signal });
    const [choice] = answer.choices;
    if (choice === undefined) throw new Error('The answer has no choice.');
    const { content, tool_calls: made = [] } = choice.message;
    this.messages.push({ role: 'assistant', content, ...(made.length > 0 && { tool_calls: made }) });
    const calls = made.flatMap((call) => (call.type === 'function' ? [{ id: call.id, ...call.function }] : []));
    return { text: content, calls, finish: choice.finish_reason, usage: answer.usage };
  }

  /** Adds the result of a call of `bash` to the conversation. */
  run({ id, arguments: args }: { readonly id: string; readonly arguments: string }): void {
    const { command } = JSON.parse(args) as { command: string };
    this.ran.push(command);
    this.messages.push({ role: 'tool', tool_call_id: id, content: `ran ${command}` });
  }

  /** Asks until there is an answer without calls. */
  async finish() {
    for (let requests = 1; ; requests++) {
      const asked = await this.ask();
      if (asked.calls.length === 0) return { ...asked, requests };
      for (const call of asked.calls) this.run(call);
    }
  }
}
