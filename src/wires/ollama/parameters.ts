import {
  type Fields,
  isAbsent,
  isRecord,
  type ModelRequest,
  type ReasoningWish,
  type ResponseFormat,
  type Sampling,
} from '../../core/index.ts';
import type { AppliedParameters } from '../left-out.ts';
import { ollamaOptions } from './fields.ts';

export interface Parameters extends AppliedParameters {
  /** `format`, `think` and `keep_alive`. */
  readonly members: Fields;
  readonly options: Fields;
}

/**
 * Writes `Sampling` as Ollama parameters. Ollama's own top-level fields are passed on unchanged and override neutral ones,
 * which override the client's `options`. The server validates the values.
 */
export function writeParameters({ sampling, extra }: Pick<ModelRequest, 'sampling' | 'extra'>): Parameters {
  const own = extra?.ollama ?? {};
  const format = own.format ?? formatOf(sampling.responseFormat);
  const think = own.think ?? thinkOf(sampling.reasoning);
  const applied = new Set<keyof Sampling>();
  const options: Record<string, unknown> = isRecord(own.options) ? { ...own.options } : {};
  for (const [member, option] of OPTIONS) {
    if (sampling[member] === undefined) continue;
    options[option] = sampling[member];
    applied.add(member);
  }
  for (const name of ollamaOptions) if (!isAbsent(own[name])) options[name] = own[name];
  if (!isAbsent(think)) applied.add('reasoning');
  if (!isAbsent(format) || sampling.responseFormat?.kind === 'text') applied.add('responseFormat');
  const isOdd = !isAbsent(own.options) && !isRecord(own.options);
  return {
    members: {
      ...(!isAbsent(format) && { format }),
      ...(!isAbsent(think) && { think }),
      ...(!isAbsent(own.keep_alive) && { keep_alive: own.keep_alive }),
    },
    options,
    applied,
    refused: isOdd ? ['options'] : [],
  };
}

const OPTIONS: readonly (readonly [keyof Sampling, string])[] = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['minP', 'min_p'],
  ['seed', 'seed'],
  ['stop', 'stop'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
  ['repetitionPenalty', 'repeat_penalty'],
  ['maxTokens', 'num_predict'],
  ['contextTokens', 'num_ctx'],
];

/** Returns the value of `think`. Ollama has no token budgets, so a budget only turns reasoning on. */
function thinkOf(wanted: ReasoningWish | undefined): boolean | string | undefined {
  switch (wanted?.kind) {
    case 'off':
      return false;
    case 'on':
    case 'budget':
      return true;
    case 'effort':
      return LEVELS.get(wanted.effort);
    case undefined:
      return undefined;
    default:
      return wanted satisfies never;
  }
}

/** Models without levels treat any level as true. Only the newest versions have a level above `high`. */
const LEVELS: ReadonlyMap<string, string> = new Map([
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'high'],
  ['max', 'high'],
]);

function formatOf(wanted: ResponseFormat | undefined): unknown {
  if (wanted?.kind === 'json') return 'json';
  return wanted?.kind === 'schema' ? wanted.schema : undefined;
}
