import { TOOL_SEARCH, writeFinds } from '../builtins/index.ts';
import { type Block, type CallFailure, type Outcome, type Part, type Plan, type Tool, textOf } from '../core/index.ts';
import { findVisible, gatewayToolOf } from '../select/index.ts';
import { type Listing, Listings, type ToolExecutor, unknownTool } from '../tools/index.ts';
import type { Discovery, Unread } from './discovery.ts';
import type { PlannedTurn } from './loop.ts';
import type { StepCall } from './step.ts';

/** Runs the gateway's calls of one step side by side; the outcomes come in the order of the calls. */
export function runCalls(
  calls: readonly StepCall[],
  { id, plan, discovery }: Pick<PlannedTurn, 'id' | 'plan' | 'discovery'>,
  executor: ToolExecutor,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const strangers = new Strangers(plan);
  const labels = { turn: id };
  return Promise.all(
    calls.map(async ({ meant, isUnknown, failure }) => {
      if (failure !== undefined) return executor.refuse(meant, failure, labels);
      if (!isUnknown) {
        const tool = toolShown(meant.name, plan, discovery);
        return tool === undefined ? executor.miss(meant, labels) : executor.execute(meant, signal, { labels, tool });
      }
      const unread = discovery?.describe(meant.name);
      return executor.refuse(meant, unread === undefined ? strangers.failure(meant.name) : notRead(unread), labels);
    }),
  );
}

/** The very tool that the model was shown: since then another may have got its name. */
function toolShown(name: string, plan: Plan, discovery: Discovery | undefined): Tool | undefined {
  const visible = findVisible(plan, name);
  const listing = visible === undefined ? undefined : gatewayToolOf(visible);
  if (listing === undefined) return undefined;
  if (discovery !== undefined && listing.builtin === true && listing.name === TOOL_SEARCH.name) return discovery.tool;
  return Listings.toolBehind(listing as Listing);
}

/** A name that the model guessed right: it gets to read what it would have called, unless it had enough of that. */
function notRead({ tool, told }: Unread): CallFailure {
  const message =
    told === undefined
      ? `${GUESSED} Search for what you need, or go on with the tools that you know.`
      : `${told.name} ${NOT_RUN}: you had not read how to use it. Read it now, and call it if it is what you need.\n\n${writeFinds([told])}`;
  return { kind: 'reported', tool, message };
}

const GUESSED =
  'There is a tool of that name, but you have not read how to use it, and too many were called unread already.';

/** By these words a history is read again. */
export const NOT_RUN = 'was not run';

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
    this.#names ??= [...this.#plan.visible, ...this.#plan.callable].map((tool) => tool.name);
    if (this.#told++ < MOST_TOLD) {
      return unknownTool(
        name,
        this.#names.filter((known) => known !== name),
      );
    }
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
