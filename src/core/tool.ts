/**
 * A tool in LangChain's shape: the results of `tool()` of @langchain/core and of `getTools()` of @langchain/mcp-adapters
 * are Tools without conversion or wrapping.
 */
export interface Tool {
  readonly name: string;
  /** If this is a string, it takes precedence over `name`. In LangChain it is usually a static function. */
  readonly lc_name?: unknown;
  readonly description: string;
  readonly schema: ToolSchema;
  readonly metadata?: ToolMetadata | Record<string, unknown> | undefined;
  /** LangChain's field: with `content_and_artifact` the tool returns the pair `[content, artifact]`. */
  readonly responseFormat?: string | undefined;
  /** Runs the tool. It may return a value or a promise, may throw anything, and should stop when the signal aborts. */
  invoke(args: never, config: never): unknown;
}

/** A JSON Schema (draft 2020-12 or 7), a zod schema, or any Standard Schema. */
export type ToolSchema = object | boolean;

/** The origin of an MCP tool, and its server's statements about it. */
export interface ToolMetadata {
  readonly server?: string;
  /** The tool's name at that server, if `name` is a longer one. */
  readonly tool?: string;
  readonly annotations?: Annotations | undefined;
  readonly presentation?: Presentation | undefined;
  /** The schema that the tool promises for its structured results. */
  readonly outputSchema?: ToolSchema;
  /** True if the model sees the tool without searching. */
  readonly always?: boolean;
  /** True for a built-in tool. */
  readonly builtin?: boolean;
  /** True for a tool of the request's caller. The filter of the gateway's tools does not concern it. */
  readonly caller?: boolean;
  /** Set for a tool whose calls differ: some only read, others write. */
  readonly calls?: CallKinds;
}

/**
 * The hints of single calls, by which permit rules judge them: one SQL statement only reads, another one writes. The tool's
 * `annotations` then describe its most dangerous call.
 */
export interface CallKinds {
  /** Everything that `of` may return. */
  readonly all: readonly Annotations[];
  of(args: unknown): Annotations;
}

/** MCP's hints about a tool's behaviour. They come from the server, so they must not be trusted. */
export interface Annotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** Fields of an MCP tool's definition that only MCP clients read. They are passed on to such clients unchanged. */
export interface Presentation {
  readonly title?: string;
  readonly icons?: { readonly src: string }[];
  readonly execution?: { readonly taskSupport?: 'optional' | 'required' | 'forbidden' };
  readonly _meta?: Record<string, unknown>;
}

/** The second argument that the executor passes to `invoke`. */
export interface InvokeConfig {
  readonly signal: AbortSignal;
  /** Overrides the time limit of LangChain's MCP adapter. */
  readonly metadata?: { readonly timeoutMs: number };
  /** Reports that the work continues. This restarts the time limit. */
  progress(progress?: Progress): void;
  /** Makes a LangChain tool return its complete ToolMessage, including artifact and status. */
  readonly toolCall: {
    readonly type: 'tool_call';
    readonly id: string;
    readonly name: string;
    readonly args: unknown;
  };
}

/** The progress of a call, as in MCP: `3` of `10`, or a growing number if the total is unknown. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** The party that executes a tool: the client that declared it, this gateway, or an agent backend by itself. */
export type Owner = 'client' | 'gateway' | 'agent';
