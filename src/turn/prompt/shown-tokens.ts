import { estimateTokens, type Plan, type VisibleTool } from '../../core/index.ts';
import { tokensOfTool, tokensOfTools } from './size.ts';
import { instructionsIn, isText } from './text-prompt.ts';

/** The format in which tools are shown to the model. */
export type ShownFormat = Pick<Plan, 'format' | 'understood'>;

/**
 * Estimates the tokens of tools in a prompt: of their declarations, or in a text format of the instructions that describe the
 * tools and their use.
 */
export function tokensOfShownTools(tools: readonly VisibleTool[], shown: ShownFormat, parallel?: boolean): number {
  return isText(shown) ? estimateTokens(instructionsIn(tools, shown, parallel)) : tokensOfTools(tools);
}

/**
 * Estimates the tokens of one tool in a prompt. In a text format, these are the tokens that the tool adds to the instructions:
 * 0 if the instructions do not describe it.
 */
export function tokensOfShownTool(tool: VisibleTool, shown: ShownFormat): number {
  if (!isText(shown)) return tokensOfTool(tool);
  const known = added.get(tool);
  if (known?.format === shown.format && known.understood === shown.understood) return known.tokens;
  const tokens = tokensOfShownTools([OTHER, tool], shown) - tokensOfShownTools(ONLY_OTHER, shown);
  added.set(tool, { ...shown, tokens });
  return tokens;
}

/** A tool before the measured tool. The instructions use it as their example, so that the measured tool adds only its description. */
const OTHER: VisibleTool = {
  name: 'other',
  wireName: 'other',
  owner: 'client',
  description: 'Another tool.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};
const ONLY_OTHER = [OTHER];

/** Cached estimates. Tools are the same objects in every turn. */
const added = new WeakMap<VisibleTool, ShownFormat & { readonly tokens: number }>();
