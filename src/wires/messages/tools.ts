import { type Fields, isAbsent, type ToolChoice, type VisibleTool } from '../../core/index.ts';
import { anthropicSchemas, narrowSchema } from '../schema.ts';
import { isBound } from './bound-schema.ts';
import type { Family } from './family.ts';
import { messagesToolMembers } from './members.ts';
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

/** Undefined where there is nothing to say. */
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
 * Others are refused. Every client of OpenAI's writes `strict`: only some models here know it, and the request is refused
 * for one schema that no grammar can be made of.
 */
function knownIn(own: Fields | undefined, schema: Fields, { isBindable }: Family): Fields | undefined {
  if (own === undefined) return undefined;
  const isKnown = ([name, value]: [string, unknown]) =>
    messagesToolMembers.has(name) &&
    !isAbsent(value) &&
    (name !== 'strict' || (value === true && isBindable && isBound(schema)));
  return Object.fromEntries(Object.entries(own).filter(isKnown));
}
