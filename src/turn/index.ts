export { Answer } from './answer.ts';
export { tokensOfTool } from './prompt/size.ts';
export type { TurnRecord } from './records.ts';
export type { Turn } from './run.ts';
export type { Budgets, ToolCatalogue, TurnPolicy, TurnServices } from './services.ts';
export { createTurns, type Turns } from './turn.ts';
