/** Members of a chat completions request that are written by us, never passed on as a client wrote them. */
export const ownMembers: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'stream',
  'stream_options',
]);
