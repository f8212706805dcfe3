import { type Fields, isRecord } from '../../core/index.ts';

/** Ollama's options that Sampling has no member for, or that Ollama names in its own way. */
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

/** Ollama's own members of a request. A client of another wire may send them, too, with options at the top level. */
export const ollamaMembers: ReadonlySet<string> = new Set([
  ...ollamaOptions,
  'format',
  'think',
  'keep_alive',
  'options',
]);

/** The window that a client of Ollama chooses. */
export function contextWish({ num_ctx: own, options }: Fields): number | undefined {
  const wish = own ?? (isRecord(options) ? options.num_ctx : undefined);
  return typeof wish === 'number' ? wish : undefined;
}
