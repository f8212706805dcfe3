import type { Demands, Message, ModelRequest, VisibleTool } from '../core/index.ts';

/**
 * Declares the tools that the history calls if the request declares none and the provider requires some. Otherwise returns
 * the request unchanged.
 */
export function withDeclaredTools(request: ModelRequest, { toolsForCalls }: Demands): ModelRequest {
  if (toolsForCalls !== true || request.tools.length > 0) return request;
  const tools = calledIn(request.messages);
  return tools.length === 0 ? request : { ...request, tools, choice: { kind: 'none' } };
}

function calledIn(messages: readonly Message[]): VisibleTool[] {
  const names = messages.flatMap((message) =>
    message.role === 'assistant' ? message.calls.map((call) => call.name) : [],
  );
  return [...new Set(names)].map((name) => ({
    name,
    wireName: name,
    owner: 'client',
    description: 'Used earlier in this conversation; no longer available.',
    parameters: { type: 'object', properties: {} },
  }));
}
