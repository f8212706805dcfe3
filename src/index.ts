export type * from './core/index.ts';
export { defaultLimits, isRetryable, tell } from './core/index.ts';
export {
  type ArgumentsOf,
  allowAll,
  defineTool,
  type ExecutorOptions,
  type JsonSchema,
  jsonSchemaOf,
  type ParameterNames,
  type Permit,
  type PermitRequest,
  type PermitRule,
  permitByRules,
  type ToolDefinition,
  ToolDefinitionError,
  ToolExecutor,
  ToolManager,
  textOf,
  type Verdict,
  WireNames,
  wireName,
} from './tools/index.ts';
export { version } from './version.ts';
