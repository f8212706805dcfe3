export { type BudgetInput, budgetFor, defaultPerSize } from './budget.ts';
export { Candidates } from './candidates.ts';
export type { Capabilities } from './capabilities.ts';
export { type CheckedChoice, checkChoice } from './choice.ts';
export { Filter, type FilterSettings, pairOf } from './filter.ts';
export { chooseFormat, type FormatChoice, type FormatDecision, type FormatInput } from './format-choice.ts';
export { checkFormats, defaultFormats, FormatChoices, type FormatSettings } from './format-choices.ts';
export { formed } from './formed.ts';
export { type GatewayTool, gatewayToolOf, shownTool } from './gateway-tools.ts';
export { findVisible } from './names.ts';
export { asksForGateway, type PlanInput, planTools, type Wish } from './plan.ts';
export { type ReadRequested, readRequested } from './requested.ts';
export {
  type Discovered,
  NOTHING_DISCOVERED,
  type RankedTool,
  type ResolveInput,
  ToolCapabilityResolver,
} from './resolver.ts';
export { shed } from './shed.ts';
export { toldOf, toldOfGateway } from './told.ts';
