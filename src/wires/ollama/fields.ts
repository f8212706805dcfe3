import { type Fields, isRecord } from '../../core/index.ts';

/** Ollama options that have no field in `Sampling`, or a different name there. */
export const ollamaOptions: ReadonlySet<string> = new Set([
  'typical_p',
  'repeat_last_n',
  'repeat_penalty',
  'mirostat',
  'mirostat_tau',
  'mirostat_eta',
  'num_keep',
  'num_predict',
  'num_ctx',
]);

/** Request fields of Ollama. Clients of another protocol may send them as well, with options at the top level. */
export const ollamaMembers: ReadonlySet<string> = new Set([
  ...ollamaOptions,
  'format',
  'think',
  'keep_alive',
  'options',
]);

/** Returns the context window that the client requests. */
export function contextWish({ num_ctx: own, options }: Fields): number | undefined {
  const wish = own ?? (isRecord(options) ? options.num_ctx : undefined);
  return typeof wish === 'number' ? wish : undefined;
}
