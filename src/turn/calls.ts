import { TOOL_SEARCH } from '../builtins/index.ts';
import {
  type Call,
  type CallFailure,
  type Content,
  type Outcome,
  type Part,
  type Plan,
  textOf,
  type VisibleTool,
} from '../core/index.ts';
import { findVisible } from '../select/index.ts';
import { unknownTool } from '../tools/index.ts';
import type { TurnTools, Unread } from './discovery/turn-tools.ts';
import type { StepCall } from './reading/dispatch.ts';
import type { TurnContext } from './services.ts';

/** What came of a call that ran here. */
export interface Ran {
  readonly outcome: Outcome;
  /** Tools that the outcome tells the model of. */
  readonly read?: readonly string[];
}

/** The turn that the calls belong to. */
interface Caller {
  readonly id: string;
  readonly tools: TurnTools;
  readonly signal: AbortSignal;
  readonly context: Pick<TurnContext, 'executor'>;
}

/** Runs the gateway's calls of one step side by side; what came of them is in the order of the calls. */
export function runCalls(calls: readonly StepCall[], { id, tools, signal, context }: Caller): Promise<Ran[]> {
  const { plan } = tools;
  const { executor } = context;
  const strangers = new Strangers(plan);
  const labels = { turn: id };
  const describe = (call: Call): Ran => {
    const unread = tools.describe(call.name);
    if (unread === undefined) return { outcome: executor.refuse(call, strangers.failure(call.name), labels) };
    const outcome = executor.refuse(call, notRead(call, unread), labels);
    return unread.kind === 'described' ? { outcome, read: unread.read } : { outcome };
  };
  return Promise.all(
    calls.map(async ({ meant, isUnknown, failure }): Promise<Ran> => {
      if (failure !== undefined) return { outcome: executor.refuse(meant, failure, labels) };
      if (isUnknown) return describe(meant);
      // The very tool that the model was shown: since then another may have got its name.
      const shown = findVisible(plan, meant.name);
      const search = shown !== undefined && isSearch(shown) ? tools.openSearch() : undefined;
      const tool = search?.tool ?? shown?.gateway?.tool;
      if (tool === undefined) return { outcome: executor.miss(meant, labels) };
      const outcome = await executor.execute(meant, signal, { labels, tool });
      return search === undefined ? { outcome } : { outcome, read: search.read };
    }),
  );
}

function isSearch({ gateway }: VisibleTool): boolean {
  return gateway?.builtin === true && gateway.name === TOOL_SEARCH.name;
}

/** A name that the model guessed right: it gets to read what it would have called, unless it had enough of that. */
function notRead({ name }: Call, unread: Unread): CallFailure {
  if (unread.kind === 'enough') return { kind: 'reported', tool: name, message: ENOUGH };
  const { wireName: tool, text } = unread;
  const head = `${tool} was not run: you had not read how to use it. Read it now, and call it if it is what you need.`;
  return { kind: 'reported', tool, message: `${head}\n\n${text}` };
}

const ENOUGH =
  'There is a tool of that name, but you have not read how to use it, and too many were called unread already. ' +
  'Search for what you need, or go on with the tools that you know.';

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

  failure(name: string): CallFailure {
    this.#names ??= [...this.#plan.visible, ...this.#plan.callable].map((tool) => tool.wireName);
    const search = this.#plan.visible.find(isSearch)?.wireName;
    if (this.#told++ >= MOST_TOLD) {
      return { kind: 'unknown-tool', tool: name, known: [], knownCount: this.#names.length };
    }
    const others = this.#names.filter((known) => known !== name);
    return unknownTool(name, others, search);
  }
}

const MOST_TOLD = 8;

/** An outcome as a message carries it: its words as one text, pictures and sounds as they are. */
export function partsOf({ content }: Outcome): readonly Part[] {
  const parts: Part[] = [];
  let words: Content[] = [];
  const flush = (): void => {
    if (words.length > 0) parts.push({ type: 'text', text: textOf(words) });
    words = [];
  };
  for (const block of content) {
    if (block.type === 'image' || block.type === 'audio') {
      flush();
      const { extra: _, ...media } = block;
      parts.push(media);
    } else {
      words.push(block);
    }
  }
  flush();
  return parts;
}
