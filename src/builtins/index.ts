export { type BuiltinDefinition, CALL_TOOL, TOOL_SEARCH } from './definitions.ts';
export { type FindsBounds, findsBounds, type SearchFinds, writeFinds, writeSearch } from './finds.ts';
export { type SearchTools, toolSearch } from './tool-search.ts';
