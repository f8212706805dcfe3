/** Members of a Messages request that say nothing of sampling. A client of another wire may send them, too. */
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

/** Members of a tool that are this wire's own. */
export const messagesToolMembers: ReadonlySet<string> = new Set([
  'allowed_callers',
  'defer_loading',
  'eager_input_streaming',
  'input_examples',
  'strict',
]);
