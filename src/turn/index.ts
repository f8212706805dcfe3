export { Answer } from './answer.ts';
export type { Decided } from './decided.ts';
export type { Ground } from './ground.ts';
export { tokensOfTool } from './prompt/size.ts';
export type { TurnRecord } from './records.ts';
export { type Turn, Turns } from './turn.ts';
