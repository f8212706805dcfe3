import { type Fields, isAbsent, isRecord, type ModelRequest } from '../../core/index.ts';
import type { messagesFamilyOf } from '../../wires/index.ts';

/** Turns reasoning off. */
export const OFF: Fields = { thinking: { type: 'disabled' }, ...unlessReasoning({ thinking: {} }) };

/**
 * The agent adds an instruction to keep earlier reasoning, and the API refuses it in a request that turns reasoning off.
 * Returns the parameter that removes it.
 */
export function unlessReasoning({ thinking, context_management: own }: Fields): Fields {
  const isAsked = !isRecord(thinking) || thinking.type === 'enabled' || thinking.type === 'adaptive';
  return isAsked || own !== undefined ? {} : { context_management: { edits: [] } };
}

/** Removes the parameters of reasoning, so that the agent's own apply. */
export function withoutReasoning({ thinking: _thinking, output_config: output, ...parameters }: Fields): Fields {
  const { effort: _effort, ...others } = isRecord(output) ? output : {};
  return Object.keys(others).length === 0 ? parameters : { ...parameters, output_config: others };
}

/**
 * The agent reasons unless the request forbids it, and its reasoning excludes some parameters: a small token limit, a temperature,
 * a forced tool. With one of these, it reasons only if the client asks for it. If nothing is said about reasoning (`isDefault`),
 * the request is written as if the client had asked for it, because its history must then have the earlier reasoning.
 */
export function tuned({ sampling, choice, extra }: ModelRequest, family: Family): Tuned {
  const isForced = choice.kind === 'required' || choice.kind === 'named';
  const { maxTokens, temperature, topP, topK, reasoning } = sampling;
  const isTuned = isForced || [maxTokens, temperature, topP, topK].some((value) => value !== undefined);
  if (reasoning !== undefined || !isAbsent(extra?.messages?.thinking)) return { sampling, isTuned, isDefault: false };
  if (isTuned) return { sampling: { ...sampling, reasoning: { kind: 'off' } }, isTuned, isDefault: false };
  if (!reasonsByRequest(family)) return { sampling, isTuned, isDefault: true };
  return { sampling: { ...sampling, reasoning: { kind: 'effort', effort: 'high' } }, isTuned, isDefault: true };
}

interface Tuned {
  readonly sampling: ModelRequest['sampling'];
  readonly isTuned: boolean;
  readonly isDefault: boolean;
}

type Family = ReturnType<typeof messagesFamilyOf>;

/** True if the model reasons only in requests that ask for it, which those of the agent do. */
export function reasonsByRequest({ rest, thinking }: Family): boolean {
  return rest === 'silence' && thinking !== 'none';
}
