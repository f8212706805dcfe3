import { type Fields, type Log, silentLog, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { narrowTool, ollamaSchemas } from '../schema.ts';

/** A tool as Qwen's templates, and Ollama, declare it. */
export interface QwenTool extends Fields {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** A JSON Schema of an object, within what Ollama reads of one. */
    readonly parameters: Fields;
  };
}

/** The tools of a plan in Qwen's format: these members and no others, whatever a client wrote beside them. */
export function toQwenTools(tools: readonly VisibleTool[] | undefined, log: Log = silentLog): QwenTool[] {
  if (tools === undefined || tools.length === 0) return [];
  const converted = tools.map(toQwenTool);
  log.debug({ tools: tools.length }, `Converted ${tools.length} tools from LangChain to Qwen format`);
  return converted;
}

/** There is no `tool_choice` here: a tool that may not be called is not declared. */
export function offeredTools(tools: readonly VisibleTool[], choice: ToolChoice): readonly VisibleTool[] {
  switch (choice.kind) {
    case 'auto':
    case 'required':
      return tools;
    case 'none':
      return [];
    case 'named':
      return tools.filter(({ wireName }) => wireName === choice.name);
    default:
      return choice satisfies never;
  }
}

function toQwenTool(tool: VisibleTool): QwenTool {
  const { wireName: name, description, parameters } = narrowTool(tool, ollamaSchemas);
  return { type: 'function', function: { name, description, parameters } };
}
