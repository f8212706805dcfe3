export { type CheckedChoice, checkChoice } from './choice.ts';
export { chooseFormat, type FormatChoice, type FormatDecision, type FormatInput } from './format-choice.ts';
export { checkFormats, defaultFormats, FormatChoices, type FormatSettings } from './format-choices.ts';
export { formed } from './formed.ts';
export { type GatewayTool, gatewayToolOf } from './gateway-tools.ts';
export { findVisible } from './names.ts';
export { asksForGateway, type PlanInput, planTools, type Wish } from './plan.ts';
export { type ReadRequested, readRequested } from './requested.ts';
export { shed } from './shed.ts';
