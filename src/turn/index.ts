export { Answer } from './answer.ts';
export type { Decided, Explained, Explanation, TurnRecord } from './explain.ts';
export type { Ground } from './ground.ts';
export { tokensOfTool } from './size.ts';
export { type Started, type Turn, Turns } from './turn.ts';
