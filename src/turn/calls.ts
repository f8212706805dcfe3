import { type Block, type Outcome, type Part, type Plan, type Tool, textOf } from '../core/index.ts';
import { findVisible, gatewayToolOf } from '../select/index.ts';
import { Listings, type ToolExecutor, unknownTool } from '../tools/index.ts';
import type { StepCall } from './step.ts';

/** Runs the gateway's calls of one step side by side; the outcomes come in the order of the calls. */
export function runCalls(
  calls: readonly StepCall[],
  plan: Plan,
  executor: ToolExecutor,
  signal: AbortSignal,
  labels: { readonly turn: string },
): Promise<Outcome[]> {
  const strangers = new Strangers(plan);
  return Promise.all(
    calls.map(async ({ call, isUnknown }) =>
      isUnknown
        ? executor.refuse(call, strangers.failure(call.name), labels)
        : executor.execute(call, signal, { labels, tool: toolShown(plan, call.name) }),
    ),
  );
}

/** The very tool that the model was shown: since then another may have got its name. */
function toolShown(plan: Plan, name: string): Tool | undefined {
  const visible = findVisible(plan, name);
  const listing = visible === undefined ? undefined : gatewayToolOf(visible);
  return listing === undefined ? undefined : Listings.toolBehind(listing);
}

/**
 * Calls of tools that were not shown. The executor knows more tools than this model was shown, and must not tell it of
 * those. The nearest name is looked for a few times only: a model in confusion makes hundreds of such calls.
 */
class Strangers {
  readonly #plan: Plan;
  #names: readonly string[] | undefined;
  #told = 0;

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  failure(name: string) {
    this.#names ??= this.#plan.visible.map((tool) => tool.name);
    if (this.#told++ < MOST_TOLD) return unknownTool(name, this.#names);
    return { kind: 'unknown-tool', tool: name, known: [], knownCount: this.#names.length } as const;
  }
}

const MOST_TOLD = 8;

/** An outcome as a message carries it: its words as one text, pictures and sounds as they are. */
export function partsOf({ content }: Outcome): readonly Part[] {
  const parts: Part[] = [];
  let words: Block[] = [];
  const flush = (): void => {
    if (words.length > 0) parts.push({ type: 'text', text: textOf(words) });
    words = [];
  };
  for (const block of content) {
    if (block.type === 'image' || block.type === 'audio') {
      flush();
      parts.push(block);
    } else {
      words.push(block);
    }
  }
  flush();
  return parts;
}
