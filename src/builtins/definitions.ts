import type { Fields } from '../core/index.ts';

/** A built-in tool as a model is told of it. */
export interface BuiltinDefinition {
  readonly name: string;
  readonly description: string;
  /** A JSON Schema of an object. */
  readonly parameters: Fields;
}

/** Short, and with an example each: a model of three billion parameters has to understand them. */

export const TOOL_SEARCH: BuiltinDefinition = {
  name: 'tool_search',
  description:
    'Finds more tools. Use it when none of your tools can do what is needed. Say in a few words what the tool should do, ' +
    'for example {"query": "send an email"}.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What you need, in a few words' },
      most: { type: 'integer', minimum: 1, description: 'How many tools at most' },
    },
    required: ['query'],
  },
};

/** What is found later cannot be declared any more: that would change the beginning of a conversation. It is called through this. */
export const CALL_TOOL: BuiltinDefinition = {
  name: 'call_tool',
  description:
    'Calls a tool that was found for you, by tool_search or beside a message. Give its name and its arguments, ' +
    'for example {"name": "mail__send", "arguments": {"to": "ann@example.com", "text": "Hello"}}.',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'The name of the tool, as it was found' },
      arguments: { type: 'object', description: 'What the tool needs, by its parameters', additionalProperties: true },
    },
    required: ['name', 'arguments'],
  },
};
