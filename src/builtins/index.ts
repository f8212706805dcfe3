export { databaseTools } from './database-tools.ts';
export {
  type BuiltinDefinition,
  CALL_TOOL,
  EXECUTE_SQL,
  PYTHON_ALONE,
  PYTHON_EXECUTION,
  SEARCH_SCHEMAS,
  TOOL_SEARCH,
} from './definitions.ts';
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
export { pythonExecution } from './python-execution.ts';
export { type SearchTools, toolSearch } from './tool-search.ts';
