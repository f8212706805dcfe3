import type { InvokeConfig, Tool, ToolMetadata, ToolSchema } from '../core/index.ts';

/** A tool definition whose schema determines the type of its arguments. */
export interface ToolDefinition<Schema extends ToolSchema> {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  readonly metadata?: ToolMetadata;
  invoke(args: ArgumentsOf<Schema>, config: InvokeConfig): unknown;
}

/** The output type of a zod or Standard Schema; `Record<string, unknown>` for a JSON Schema, which has no static type. */
export type ArgumentsOf<Schema> = Schema extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : Record<string, unknown>
  : Record<string, unknown>;

/** Returns the given tool unchanged. Its only use is to type the arguments of `invoke` by the schema. */
export function defineTool<Schema extends ToolSchema>(tool: ToolDefinition<Schema>): Tool {
  return tool as unknown as Tool;
}
