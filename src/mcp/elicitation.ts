import type { ElicitRequest, ElicitResult } from '@modelcontextprotocol/client';
import { type Elicitation, isRecord } from '../core/index.ts';

/**
 * What a server hears that asks the user for input. Nobody sits at a gateway: it declines, or it accepts what the server's
 * own form says is the default, where that answers all that is required.
 */
export function answerElicitation(params: ElicitRequest['params'], policy: Elicitation): ElicitResult {
  const form = policy === 'defaults' && 'requestedSchema' in params ? defaultsOf(params.requestedSchema) : undefined;
  return form === undefined ? { action: 'decline' } : { action: 'accept', content: form };
}

type Content = NonNullable<ElicitResult['content']>;

/** The defaults of a form, unless something that it requires has none. */
function defaultsOf(schema: unknown): Content | undefined {
  if (!isRecord(schema) || !isRecord(schema.properties)) return undefined;
  const fields = Object.entries(schema.properties);
  const defaults = fields.flatMap(([name, field]) =>
    isRecord(field) && field.default !== undefined ? [[name, field.default] as const] : [],
  );
  const answered = new Set<unknown>(defaults.map(([name]) => name));
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return required.every((name) => answered.has(name)) ? (Object.fromEntries(defaults) as Content) : undefined;
}
