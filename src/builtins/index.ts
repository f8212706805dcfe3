export { type BuiltinDefinition, CALL_TOOL, TOOL_SEARCH } from './definitions.ts';
export {
  cutQuery,
  type FindsStyle,
  findsStyle,
  fitting,
  type SearchFinds,
  type WayToCall,
  writeFinds,
  writeSearch,
} from './finds.ts';
export { type SearchTools, toolSearch } from './tool-search.ts';
