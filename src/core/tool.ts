/**
 * A tool, in LangChain's shape: what `tool()` of @langchain/core and `getTools()` of
 * @langchain/mcp-adapters return is a Tool as it stands. Nothing converts or wraps one.
 */
export interface Tool {
  readonly name: string;
  /** When it is a string it is the name that counts (in LangChain it is usually a static function). */
  readonly lc_name?: unknown;
  readonly description: string;
  readonly schema: ToolSchema;
  readonly metadata?: ToolMetadata | Record<string, unknown> | undefined;
  /** LangChain's: with `content_and_artifact` the tool returns the pair `[content, artifact]`. */
  readonly responseFormat?: string | undefined;
  /** May return a value or a promise, may throw anything, and should stop when the signal aborts. */
  invoke(args: never, config: never): unknown;
}

/** A JSON Schema (draft 2020-12 or 7), a zod schema, or any Standard Schema. */
export type ToolSchema = object | boolean;

/** What travels with an MCP server's tool: where it comes from, and what the server says about it. */
export interface ToolMetadata {
  readonly server?: string;
  /** Its name at that server, when `name` is a longer one. */
  readonly tool?: string;
  readonly annotations?: Annotations | undefined;
  /** What it promises of its structured answers. */
  readonly outputSchema?: ToolSchema;
  /** The model sees it without searching. */
  readonly always?: boolean;
  /** A built-in of this gateway. */
  readonly builtin?: boolean;
}

/** MCP's hints about a tool's behaviour. They come from the server, so they are claims, not facts. */
export interface Annotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** What the executor hands to `invoke` beside the arguments. */
export interface InvokeConfig {
  readonly signal: AbortSignal;
  /** For LangChain's MCP adapter, which has a time limit of its own. */
  readonly metadata?: { readonly timeoutMs: number };
  /** Says that the work goes on: the time limit begins anew. */
  progress(progress?: Progress): void;
  /** Makes a LangChain tool answer with its whole ToolMessage, artifact and status included. */
  readonly toolCall: {
    readonly type: 'tool_call';
    readonly id: string;
    readonly name: string;
    readonly args: unknown;
  };
}

/** How far a call has come, as MCP has it: `3` of `10`, or a growing number of an unknown total. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Who executes a tool: the client that declared it, this gateway, or an agent backend by itself. */
export type Owner = 'client' | 'gateway' | 'agent';
