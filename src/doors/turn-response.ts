import { type Event, type Failure, truncate } from '../core/index.ts';
import type { Turn } from '../turn/index.ts';

/**
 * Returns the headers that report a turn's decisions. If `isEarly`, another model of the fallback chain may still answer, so
 * the model header is left out. `others` are the ids of the turns that answer the same request.
 */
export function headersOf(
  { id, plan, model, asked }: Turn,
  isEarly = false,
  others: readonly string[] = [],
): Record<string, string> {
  const client = plan.visible.reduce((count, { owner }) => (owner === 'client' ? count + 1 : count), 0);
  const gateway = plan.visible.length - client;
  const tools = plan.isMixed ? `request;${client}, gateway;${gateway}` : `${plan.source};${plan.visible.length}`;
  return {
    'x-request-id': id,
    'x-toolpath-turn': [id, ...others].join(', '),
    'x-toolpath-tools': tools,
    ...(isEarly && model.next !== undefined ? {} : modelHeader(model.id, model.isSubstitute ? asked : undefined)),
  };
}

/** Returns the header that names the model that answers, and the name that it was requested by if that is unknown. */
export function modelHeader(id: string, insteadOf?: string): Record<string, string> {
  const instead = insteadOf === undefined ? '' : `;instead-of=${encodeURIComponent(short(insteadOf))}`;
  return { 'x-toolpath-model': encodeURI(short(id)) + instead };
}

/** Truncates a client's model name to a length that fits a header. */
function short(name: string): string {
  return truncate(name, MAX_CHARACTERS).toWellFormed();
}

const MAX_CHARACTERS = 200;

export function isLast(batch: readonly Event[]): boolean {
  return batch.at(-1)?.type === 'finish';
}

export function failureOf(
  batch: readonly { readonly type: string; readonly failure?: Failure }[],
): Failure | undefined {
  return batch.find(({ failure }) => failure !== undefined)?.failure;
}
