import { type Fields, isAbsent, isRecord, type Read, read, refuseValue } from '../../core/index.ts';
import { type Parameters, readParameters } from '../chat/sampling.ts';
import type { Warnings } from './warnings.ts';

/** Call options of the AI SDK that are numbers, and their names in chat completions. */
const NUMBERS: readonly (readonly [option: string, name: string])[] = [
  ['temperature', 'temperature'],
  ['topP', 'top_p'],
  ['topK', 'top_k'],
  ['seed', 'seed'],
  ['frequencyPenalty', 'frequency_penalty'],
  ['presencePenalty', 'presence_penalty'],
];

/**
 * Reads the sampling options. They are kept under the names of chat completions, too, so that a backend of another protocol can
 * report which of them it does not support.
 */
export function readSampling(options: Fields, warnings: Warnings): Read<Parameters> {
  const fields: [string, unknown][] = [];
  for (const [option, name] of NUMBERS) {
    const value = options[option];
    if (isAbsent(value)) continue;
    if (typeof value !== 'number' || !Number.isFinite(value)) return refuseValue(option, value, 'a number');
    fields.push([name, value]);
  }
  const { maxOutputTokens, stopSequences, responseFormat, reasoning } = options;
  if (!isAbsent(maxOutputTokens) && (typeof maxOutputTokens !== 'number' || !(maxOutputTokens > 0))) {
    return refuseValue('maxOutputTokens', maxOutputTokens, 'a positive number');
  }
  if (!isAbsent(stopSequences)) {
    if (!Array.isArray(stopSequences) || !stopSequences.every((each) => typeof each === 'string')) {
      return refuseValue('stopSequences', stopSequences, 'a list of strings');
    }
    if (stopSequences.length > 0) fields.push(['stop', stopSequences]);
  }
  const format = readFormat(responseFormat);
  if (!format.ok) return format;
  if (format.value !== undefined) fields.push(['response_format', format.value]);
  const effort = readEffort(reasoning, warnings);
  if (effort !== undefined) fields.push(['reasoning_effort', effort]);
  const { sampling, extra } = readParameters(Object.fromEntries(fields));
  const limit = isAbsent(maxOutputTokens) ? {} : { maxTokens: maxOutputTokens as number };
  if (reasoning === 'none')
    return read({ sampling: { ...sampling, ...limit, reasoning: { kind: 'off' } }, ...(extra && { extra }) });
  return read({ sampling: { ...sampling, ...limit }, ...(extra !== undefined && { extra }) });
}

function readFormat(format: unknown): Read<Fields | undefined> {
  if (isAbsent(format)) return read(undefined);
  if (!isRecord(format)) return refuseValue('responseFormat', format, 'an object with a "type"');
  const { type, schema, name, description } = format;
  if (type === 'text') return read(undefined);
  if (type !== 'json') return refuseValue('responseFormat.type', type, '"text" or "json"');
  if (isAbsent(schema)) return read({ type: 'json_object' });
  if (!isRecord(schema)) return refuseValue('responseFormat.schema', schema, 'a JSON Schema, as an object');
  return read({
    type: 'json_schema',
    json_schema: {
      name: typeof name === 'string' && name !== '' ? name : 'answer',
      ...(typeof description === 'string' && { description }),
      schema,
    },
  });
}

function readEffort(reasoning: unknown, warnings: Warnings): string | undefined {
  if (isAbsent(reasoning) || reasoning === 'provider-default' || reasoning === 'none') return undefined;
  if (typeof reasoning === 'string' && reasoning !== '') return reasoning;
  warnings.unsupported('reasoning', 'It is no level of reasoning, so the model reasons as it does by default.');
  return undefined;
}

/** Returns the call option that a chat-completions parameter came from. */
export function optionOf(name: string): string {
  return OPTIONS.get(name) ?? name;
}

const OPTIONS: ReadonlyMap<string, string> = new Map([
  ...NUMBERS.map(([option, name]) => [name, option] as const),
  ['max_tokens', 'maxOutputTokens'],
  ['max_completion_tokens', 'maxOutputTokens'],
  ['stop', 'stopSequences'],
  ['response_format', 'responseFormat'],
  ['reasoning_effort', 'reasoning'],
  ['tool_choice', 'toolChoice'],
  ['parallel_tool_calls', 'providerOptions.toolpath.parallel'],
]);
