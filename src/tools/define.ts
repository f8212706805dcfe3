import type { InvokeConfig, Tool, ToolMetadata, ToolSchema } from '../core/index.ts';

/** A tool whose arguments are typed by its schema. */
export interface ToolDefinition<Schema extends ToolSchema> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly metadata?: ToolMetadata;
  invoke(args: ArgumentsOf<Schema>, config: InvokeConfig): unknown;
}

/** What a zod or Standard Schema says; a JSON Schema tells TypeScript nothing. */
export type ArgumentsOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : Record<string, unknown>
  : Record<string, unknown>;

/** Gives `invoke` the types of its schema, and returns the tool as it is. */
export function defineTool<Schema extends ToolSchema>(tool: ToolDefinition<Schema>): Tool {
  return tool as unknown as Tool;
}
