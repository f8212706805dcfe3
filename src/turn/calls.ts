import { type Block, nearest, type Outcome, type Part, type Plan, textOf } from '../core/index.ts';
import type { ToolExecutor } from '../tools/index.ts';
import type { StepCall } from './step.ts';

/** Runs the gateway's calls of one step side by side; the outcomes come in the order of the calls. */
export function runCalls(
  calls: readonly StepCall[],
  plan: Plan,
  executor: ToolExecutor,
  signal: AbortSignal,
): Promise<Outcome[]> {
  return Promise.all(
    calls.map(({ call, isUnknown }) =>
      isUnknown ? refuseUnknown(call, plan, executor) : executor.execute(call, signal),
    ),
  );
}

/** The executor knows more tools than this model was shown, and must not tell it of those. */
function refuseUnknown(call: StepCall['call'], { visible }: Plan, executor: ToolExecutor): Outcome {
  const names = visible.map(({ name }) => name);
  const guess = nearest(call.name, names);
  return executor.refuse(call, {
    kind: 'unknown-tool',
    tool: call.name,
    ...(guess === undefined ? {} : { nearest: guess }),
    known: names.slice(0, MOST_NAMES),
    knownCount: names.length,
  });
}

const MOST_NAMES = 40; // enough to choose from

/** An outcome as a message carries it: its words as one text, pictures and sounds as they are. */
export function contentOf({ content }: Outcome): readonly Part[] {
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
