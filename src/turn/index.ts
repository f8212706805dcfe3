export { Answer } from './answer.ts';
export type { Ground } from './ground.ts';
export { type Started, type Turn, Turns } from './turn.ts';
