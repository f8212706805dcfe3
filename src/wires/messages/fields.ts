/** Messages request fields that have no field in `Sampling`. Clients of another protocol may send them as well. */
export const messagesMembers: ReadonlySet<string> = new Set([
  'cache_control',
  'compaction',
  'container',
  'context_management',
  'diagnostics',
  'fallbacks',
  'inference_geo',
  'mcp_servers',
  'metadata',
  'output_config',
  'service_tier',
  'speed',
  'stop_sequences',
  'thinking',
]);

/** Fields of a tool that only the Messages API has. */
export const messagesToolMembers: ReadonlySet<string> = new Set([
  'allowed_callers',
  'defer_loading',
  'eager_input_streaming',
  'input_examples',
  'strict',
]);
