import { executeTool } from '@ai-sdk/provider-utils';
import { AIMessage, type ToolMessage } from '@langchain/core/messages';
import { tool as langChainTool } from '@langchain/core/tools';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { tool as aiSdkTool, generateText } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { z } from 'zod';
import type { Call, Log, Outcome, Tool } from '../src/core/index.ts';
import { ToolExecutor, ToolManager } from '../src/tools/index.ts';

/**
 * One way to execute the no-op tool of this file, which exists in the form of each library. A way takes the arguments and
 * returns whether the tool ran, so that the same function can be measured with valid arguments and tested with invalid ones.
 */
export type Way = (args: Arguments) => Promise<boolean>;

export interface Arguments {
  readonly value: Readonly<Record<string, unknown>>;
  /** `value` as JSON text, as a model writes it. */
  readonly text: string;
}

export const rightArguments = argumentsOf({
  from: 'Berlin',
  to: 'Lisbon',
  date: '2026-11-16',
  passengers: 2,
  cabin: 'economy',
});

/** Invalid in one field, in a way that no safe coercion may repair. */
export const wrongArguments = argumentsOf({ ...rightArguments.value, passengers: 'several' });

export const jsonSchema = {
  type: 'object',
  properties: {
    from: { type: 'string' },
    to: { type: 'string' },
    date: { type: 'string' },
    passengers: { type: 'integer' },
    cabin: { type: 'string', enum: ['economy', 'business', 'first'] },
  },
  required: ['from', 'to', 'date', 'passengers', 'cabin'],
  additionalProperties: false,
};

export const zodSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  date: z.string(),
  passengers: z.int(),
  cabin: z.enum(['economy', 'business', 'first']),
});

const NAME = 'book_flight';
const DESCRIPTION = 'Books a flight.';
const ANSWER = 'booked';
const CALL_ID = 'call_1';

// LangChain reads these variables at every call. A developer's own tracing must be neither measured nor sent these calls.
for (const product of ['LANGSMITH', 'LANGCHAIN']) {
  for (const version of ['', '_V2']) delete process.env[`${product}_TRACING${version}`];
}

const noOp = async (): Promise<string> => ANSWER;

export function plainTool(schema: object): Tool {
  return { name: NAME, description: DESCRIPTION, schema, invoke: noOp };
}

export function langChain() {
  return langChainTool(noOp, { name: NAME, description: DESCRIPTION, schema: zodSchema });
}

export function bareInvoke(tool: Tool): Way {
  return async ({ value }) => (await tool.invoke(value as never, undefined as never)) === ANSWER;
}

export interface ThroughOurs {
  /** Passes the arguments as JSON text instead of an object. */
  readonly asText?: boolean;
  /** Number of concurrent calls, as in a turn with several calls. */
  readonly calls?: number;
  readonly signal?: AbortSignal;
  readonly log?: Log;
}

export function throughOurs(tool: Tool, { asText = false, calls = 1, signal, log }: ThroughOurs = {}): Way {
  const manager = new ToolManager();
  manager.add(tool);
  const executor = new ToolExecutor(manager, { log });
  const one: Way = async ({ value, text }) => {
    const call: Call = { id: CALL_ID, name: NAME, arguments: asText ? text : value };
    return saysAnswer(await executor.execute(call, signal));
  };
  if (calls === 1) return one;
  return async (args) => (await Promise.all(Array.from({ length: calls }, () => one(args)))).every(Boolean);
}

/** Creates the node and the message in advance. The `calls` of one message run concurrently, as in a graph. */
export function throughToolNode(calls = 1): Way {
  const node = new ToolNode([langChain()]);
  const asking = new Map<Arguments, AIMessage>();
  return async (args) => {
    const message = asking.get(args) ?? messageAsking(args, calls);
    asking.set(args, message);
    const answer: { messages: ToolMessage[] } = await node.invoke({ messages: [message] });
    return answer.messages.length === calls && answer.messages.every(({ content }) => content === ANSWER);
  };
}

function messageAsking({ value: args }: Arguments, calls: number): AIMessage {
  return new AIMessage({
    content: '',
    tool_calls: Array.from({ length: calls }, (_, place) => ({ id: `${CALL_ID}_${place}`, name: NAME, args })),
  });
}

/** One step of generateText with a model that makes `calls` calls; if `calls` is 0, the model answers with one word. */
export function throughGenerateText(calls: number): { readonly way: Way; tidy(): void } {
  let asked = '';
  const model = new MockLanguageModelV4({
    doGenerate: async () => ({
      content:
        calls === 0
          ? [{ type: 'text', text: ANSWER }]
          : Array.from({ length: calls }, (_, place) => ({
              type: 'tool-call' as const,
              toolCallId: `${CALL_ID}_${place}`,
              toolName: NAME,
              input: asked,
            })),
      finishReason: { unified: calls === 0 ? 'stop' : 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
        outputTokens: { total: 1, text: 1, reasoning: 0 },
      },
      warnings: [],
    }),
  });
  const tools = { [NAME]: forAiSdk };
  return {
    way: async ({ text }) => {
      asked = text;
      const { toolResults } = await generateText({ model, tools, prompt: 'Book.' });
      return toolResults.length === calls && toolResults.every(({ output }) => output === ANSWER);
    },
    // The mock keeps every call that it received; that memory must not count as the SDK's.
    tidy: () => {
      model.doGenerateCalls.length = 0;
    },
  };
}

/** Only the last stage of the AI SDK's tool execution, without the lookup, parsing and validation before it. */
export function throughExecuteTool(): Way {
  return async ({ value }) => {
    const input = value as z.infer<typeof zodSchema>;
    const options = { toolCallId: CALL_ID, messages: [], context: {} as never };
    for await (const { output } of executeTool({ tool: forAiSdk, input, options })) {
      if (output !== ANSWER) return false;
    }
    return true;
  };
}

const forAiSdk = aiSdkTool({ description: DESCRIPTION, inputSchema: zodSchema, execute: noOp });

function saysAnswer(outcome: Outcome): boolean {
  const [block] = outcome.content;
  return outcome.status === 'ok' && block?.type === 'text' && block.text === ANSWER;
}

function argumentsOf(value: Arguments['value']): Arguments {
  return { value, text: JSON.stringify(value) };
}
