import { type Fields, isAllowed, type Log, type ModelRequest, silentLog, type VisibleTool } from '../../core/index.ts';
import { narrowTool, ollamaSchemas } from '../schema.ts';

/** A tool in the format of Qwen's templates and of Ollama. */
export interface QwenTool extends Fields {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    /** An object schema that uses only the part of JSON Schema that Ollama supports. */
    readonly parameters: Fields;
  };
}

/** Converts the tools of a plan to Qwen format. Extra fields of the client are dropped. */
export function toQwenTools(tools: readonly VisibleTool[] | undefined, log: Log = silentLog): QwenTool[] {
  if (tools === undefined || tools.length === 0) return [];
  const converted = tools.map(toQwenTool);
  log.debug({ tools: tools.length }, `Converted ${tools.length} tools from LangChain to Qwen format`);
  return converted;
}

/** Returns the tools to declare. Ollama has no `tool_choice`, so tools that must not be called are not declared. */
export function offeredTools({ tools, choice, allowed }: OfferedTools): readonly VisibleTool[] {
  switch (choice.kind) {
    case 'auto':
    case 'required':
      return allowed === undefined ? tools : tools.filter((tool) => isAllowed(tool, allowed));
    case 'none':
      return [];
    case 'named':
      return tools.filter(({ wireName }) => wireName === choice.name);
    default:
      return choice satisfies never;
  }
}

type OfferedTools = Pick<ModelRequest, 'tools' | 'choice' | 'allowed'>;

function toQwenTool(tool: VisibleTool): QwenTool {
  const { wireName: name, description, parameters } = narrowTool(tool, ollamaSchemas);
  return { type: 'function', function: { name, description, parameters } };
}
