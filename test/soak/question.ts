/** The course of one turn of the soak. */
export type Plan = (typeof PLANS)[number];

/** All plans. A client goes through them in this order, again and again. */
export const PLANS = [
  'text',
  'tool',
  'mcp',
  'mixed',
  'tool-error',
  'reset-first',
  'mcp',
  'next-question',
  'abort-answer',
  'mixed',
  'reset-middle',
  'abort-tool',
  'retry',
] as const;

/** The question of one turn. It tells the scripted model what to do. Two keys ask the same questions. */
export interface Question {
  readonly id: string;
  readonly plan: Plan;
}

/** The second message of the plan `next-question`. */
export const NEXT_QUESTION = 'And now?';

/** Reports of the model server and the tools about an aborted turn. `own` names its question and its user. */
export const startedReport = (own: string) => `started ${own}`;
export const cancelledReport = (own: string) => `cancelled ${own}`;

export function writeQuestion({ id, plan }: Question): string {
  return `${id} ${plan}`;
}

export function readQuestion(text: string): Question {
  const [id = '', plan = ''] = text.split(' ');
  return { id, plan: plan as Plan };
}
