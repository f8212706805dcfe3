import { isRecord, type Limits, type Log, type Tool } from '../core/index.ts';
import { clientFlawOf, type JsonSchema, jsonSchemaOf } from './arguments/index.ts';
import { thrownMessage } from './thrown.ts';
import { toolName } from './traits.ts';

/**
 * The output schemas that MCP clients receive. An MCP client compiles all of them when it lists the tools, and the official
 * one rejects the whole list for one that it cannot compile. Such a schema is left out with a warning.
 */
export class OutputSchemas {
  readonly #limits: Limits;
  readonly #log: Log;
  readonly #known = new WeakMap<Tool, OutputSchema | undefined>();

  constructor(limits: Limits, log: Log) {
    this.#limits = limits;
    this.#log = log;
  }

  /** Returns the output schema of a tool if it is usable and describes an object: MCP allows no other. Never throws. */
  of(tool: Tool): OutputSchema | undefined {
    if (!this.#known.has(tool)) this.#known.set(tool, this.#read(tool));
    return this.#known.get(tool);
  }

  #read(tool: Tool): OutputSchema | undefined {
    const promised: unknown = tool.metadata?.outputSchema;
    const schema = isRecord(promised) ? jsonSchemaOf(promised) : undefined;
    if (schema?.type !== 'object') return undefined;
    const flaw = flawOf(schema, this.#limits);
    if (flaw === undefined) return { ...schema, type: 'object' };
    const reason = `its outputSchema is not usable: ${flaw}. Its results are not checked`;
    this.#log.warn({ tool: toolName(tool), reason }, 'The tool is listed without its output schema.');
    return undefined;
  }
}

export type OutputSchema = JsonSchema & { readonly type: 'object' };

function flawOf(schema: JsonSchema, limits: Limits): string | undefined {
  try {
    return clientFlawOf(schema, limits);
  } catch (error) {
    return thrownMessage(error); // a getter of the schema threw
  }
}
