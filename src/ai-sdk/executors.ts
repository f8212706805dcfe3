import type { ClientTool, InvokeConfig, Tool } from '../core/index.ts';
import { isRecord } from '../core/index.ts';
import type { Executors } from '../wires/index.ts';

/** Runs a tool of the caller inside the gateway. It may return anything that JSON can express, or throw. */
export type ToolExecutorFunction = (input: never, options: ToolExecutorOptions) => unknown;

/** The options of the AI SDK's `execute`. */
export interface ToolExecutorOptions {
  readonly toolCallId: string;
  readonly abortSignal: AbortSignal;
  /** The prompt of the call, as the AI SDK gave it to the model. */
  readonly messages: readonly unknown[];
}

/**
 * Executors by tool name. A tool of the AI SDK with `execute` is also accepted, unless it has `needsApproval`: the gateway cannot
 * ask the user, so that tool counts as one without an executor.
 */
export type ToolExecutors = Readonly<Record<string, ToolExecutorFunction | ExecutableTool>>;

/** A tool of the AI SDK, whose options have other types in each version. */
export interface ExecutableTool {
  readonly execute?: ((input: never, options: never) => unknown) | undefined;
  readonly needsApproval?: unknown;
}

/** Returns the function that finds the executors of a call's tools. Names come from models, so only own properties count. */
export function executorsIn(given: ToolExecutors): (tools: readonly ClientTool[], prompt: unknown) => Executors {
  return (tools, prompt) => {
    const messages = Array.isArray(prompt) ? prompt : [];
    const found = new Map<string, Tool>();
    for (const tool of tools) {
      const execute = executorOf(given, tool.name);
      if (execute !== undefined) found.set(tool.name, toolOf(tool, execute, messages));
    }
    const missing = tools.filter(({ name }) => !found.has(name)).map(({ name }) => name);
    return missing.length === 0 ? { tools: found, missing } : { missing };
  };
}

function executorOf(given: ToolExecutors, name: string): ToolExecutorFunction | undefined {
  const own: unknown = Object.hasOwn(given, name) ? given[name] : undefined;
  const needsApproval = isRecord(own) && own.needsApproval !== undefined && own.needsApproval !== false;
  if (needsApproval) return undefined;
  const execute = isRecord(own) ? own.execute : own;
  return typeof execute === 'function' ? (execute as ToolExecutorFunction) : undefined;
}

function toolOf(
  { name, description, schema }: ClientTool,
  execute: ToolExecutorFunction,
  messages: readonly unknown[],
): Tool {
  return {
    name,
    description,
    schema,
    metadata: { caller: true },
    invoke: async (args: never, { signal, toolCall }: InvokeConfig) => {
      const result = await execute(args, { toolCallId: toolCall.id, abortSignal: signal, messages });
      return asContent(await lastOf(result));
    },
  };
}

/** Returns the last value of an executor that yields preliminary results. */
async function lastOf(result: unknown): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result;
  let last: unknown;
  for await (const each of result as AsyncIterable<unknown>) last = each;
  return last;
}

/** The model sees a text unchanged and everything else as JSON, also objects that look like content blocks. */
function asContent(result: unknown): unknown {
  if (typeof result === 'string' || result === undefined || result === null) return result;
  return { content: [], structuredContent: result };
}
