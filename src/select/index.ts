export { announcedTool, announcedTools } from './announced.ts';
export { budgetFor, defaultPerSize } from './budget.ts';
export type { Candidates } from './candidates.ts';
export type { Capabilities } from './capabilities.ts';
export { checkAllowed, checkChoice } from './choice.ts';
export { type Discovered, type FoundBy, NOTHING_DISCOVERED, type RankedTool } from './discovered.ts';
export { Filter, type FilterSettings } from './filter.ts';
export type { FormatChoice } from './format-choice.ts';
export {
  checkFormats,
  defaultFormats,
  FormatChoices,
  type FormatSettings,
  type PythonOffer,
} from './format-choices.ts';
export { formed, isProgramFormat } from './formed.ts';
export { type DeclaredTool, declared, isDispatcher, isPython, isSearch, shownTool } from './gateway-tools.ts';
export { filterHurdles, whyNoPython } from './judged.ts';
export { findExact, findPython, findVisible, foldedName, PYTHON_TAG } from './names.ts';
export { asksForGateway, planTools, type Wish } from './plan.ts';
export { namesOfClient } from './requested.ts';
export { type ResolveInput, ToolCapabilityResolver } from './resolver.ts';
export { shed } from './shed.ts';
export { withUsedDefinitions } from './used-definitions.ts';
