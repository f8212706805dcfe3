export { Answer } from './answer.ts';
export { mergeTurns, type TurnBatch } from './merged-turns.ts';
export { withNearestModels } from './nearest-models.ts';
export { pythonDescription } from './programs/description.ts';
export { type ShownFormat, tokensOfShownTool } from './prompt/shown-tokens.ts';
export type { TurnRecord } from './records.ts';
export { abortedBy, type Turn } from './run.ts';
export type { Budgets, ToolCatalogue, TurnPolicy, TurnServices } from './services.ts';
export { createTurns, type Turns } from './turn.ts';
