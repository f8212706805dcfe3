import { type Fields, isAbsent, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { anthropicSchemas, narrowSchema } from '../schema.ts';
import { isBound } from './bound-schema.ts';
import type { Family } from './family.ts';
import { messagesToolMembers } from './fields.ts';
import type { ToolNames } from './names.ts';
import { markerIn } from './part.ts';

export function writeMessagesTools(tools: readonly VisibleTool[], names: ToolNames, family: Family): Fields[] {
  return tools.map((tool) => {
    const { wireName, description, parameters, extra } = tool;
    const schema = narrowSchema(parameters, anthropicSchemas);
    return {
      name: names.write(wireName),
      ...(description !== '' && { description }),
      input_schema: schema,
      ...markerIn(tool),
      ...knownIn(extra?.messages, schema, family),
    };
  });
}

/** Writes `tool_choice`. Returns undefined if the default is meant. */
export function writeMessagesChoice(
  choice: ToolChoice,
  parallel: boolean | undefined,
  names: ToolNames,
): Fields | undefined {
  const single = parallel === false ? { disable_parallel_tool_use: true } : {};
  switch (choice.kind) {
    case 'auto':
      return parallel === false ? { type: 'auto', ...single } : undefined;
    case 'none':
      return { type: 'none' };
    case 'required':
      return { type: 'any', ...single };
    case 'named':
      return { type: 'tool', name: names.write(choice.name), ...single };
    default:
      return choice satisfies never;
  }
}

/**
 * Keeps the tool fields that the API knows, because it refuses all others. OpenAI clients often send `strict`. Only some
 * models support it, and the API refuses the whole request if one strict schema cannot become a grammar.
 */
function knownIn(own: Fields | undefined, schema: Fields, { isBindable }: Family): Fields | undefined {
  if (own === undefined) return undefined;
  const isKnown = ([name, value]: [string, unknown]) =>
    messagesToolMembers.has(name) &&
    !isAbsent(value) &&
    (name !== 'strict' || (value === true && isBindable && isBound(schema)));
  return Object.fromEntries(Object.entries(own).filter(isKnown));
}
