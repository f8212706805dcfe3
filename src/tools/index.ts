export { type JsonSchema, jsonSchemaOf, type ParameterNames, shapeOf } from './arguments/index.ts';
export type { WholeBound } from './bounds.ts';
export { type CustomTools, loadCustomTools } from './custom.ts';
export { type ArgumentsOf, defineTool, type ToolDefinition } from './define.ts';
export { ToolDefinitionError } from './definition.ts';
export { type ExecuteOptions, type ExecutorOptions, ToolExecutor } from './executor.ts';
export { type ListedTool, type Listing, Listings, listingOf, listTools } from './listing.ts';
export { ToolManager } from './manager.ts';
export { type ToolIdentity, WireNames, wireName } from './names.ts';
export { type OutputSchema, OutputSchemas } from './output-schemas.ts';
export {
  allowAll,
  type Denial,
  denialBy,
  type Permit,
  type PermitRequest,
  type PermitRule,
  permitByRules,
  strayRules,
  type Verdict,
} from './permit.ts';
export { annotationsOf, annotationsOfCall, descriptionOf, qualifiedName, serverOf, toolName } from './traits.ts';
export { unknownTool } from './unknown-tool.ts';
