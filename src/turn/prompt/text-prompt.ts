import {
  type Demands,
  type Message,
  type ModelRequest,
  type Plan,
  type ToolChoice,
  textOf,
  type VisibleTool,
} from '../../core/index.ts';
import {
  type Format,
  findFormats,
  neutraliseLarge,
  systemPrompt,
  writeOutcome,
  writeTools,
  writeTranscript,
} from '../../formats/index.ts';
import { isLongSince, pause } from '../../pause.ts';
import { declared } from '../../select/index.ts';
import type { Item } from '../history/arrangement.ts';
import { meet } from '../history/transcript.ts';
import { programInstructions } from '../programs/instructions.ts';
import { withText } from './prompt.ts';

/** True if tools, calls and outcomes are written as text for the model. */
export function isText({ format }: Pick<Plan, 'format'>): boolean {
  return format !== 'native' && format !== 'none';
}

/** Demands on a transcript that is written as text: call ids must have the form of the strictest format. */
export const TEXT_DEMANDS: Demands = { callIds: /^[A-Za-z0-9]{9}$/ };

/**
 * Returns a function that writes the request for a model without native tools. The tool instructions follow the
 * client's instructions, and the calls and outcomes of the history are written in the format's text. If the tools do
 * not change, the text stays identical from step to step; an instruction for one step only is at the very end.
 */
export function textWriter(
  request: ModelRequest,
  plan: Plan,
  demands: Demands,
  broken: BrokenTexts,
): (tools: readonly VisibleTool[]) => ModelRequest {
  const { parallel, ...rest } = request;
  const records = recordsOf(plan.understood);
  const format = formatOf(plan);
  const separatesReasoning = records.some(({ reasoning, header }) => reasoning !== undefined || header !== undefined);
  const messages = meet(writeTranscript(format, request.messages, { understood: records, broken }), demands);
  return (tools) => {
    const told = withInstructions(messages, instructionsIn(tools, plan, parallel));
    const wished = tools.length === 0 ? told : withWish(told, request.choice);
    return { ...rest, messages: wished, tools: [], choice: { kind: 'auto' }, separatesReasoning };
  };
}

/** Texts whose control tokens are broken, by the original text. */
export type BrokenTexts = ReadonlyMap<string, string>;

/** Breaks the control tokens of many or large texts in slices, because many megabytes in one go would block other requests. */
export async function breakLargeTexts(messages: readonly Message[], plan: Plan): Promise<BrokenTexts> {
  const broken = new Map<string, string>();
  if (!isText(plan)) return broken;
  const texts = messages.flatMap(({ role, content }) =>
    role === 'tool' ? [textOf(content)] : content.map((part) => (part.type === 'text' ? part.text : '')),
  );
  if (texts.reduce((sum, { length }) => sum + length, 0) < LARGE) return broken;
  let startedAt = performance.now();
  const rest = async (): Promise<void> => {
    if (!isLongSince(startedAt)) return;
    await pause();
    startedAt = performance.now();
  };
  for (const text of texts) {
    if (!broken.has(text)) broken.set(text, await neutraliseLarge(text, recordsOf(plan.understood), rest));
  }
  return broken;
}

const LARGE = 256 * 1024;

/** Returns the outcomes of the prompt's last step as the model reads them. Empty with native tools, or after a question. */
export function outcomesIn(last: Item | undefined, plan: Plan): readonly string[] {
  if (last?.kind !== 'exchange' || !isText(plan)) return [];
  const understood = recordsOf(plan.understood);
  let left = MOST_REPEATED;
  return last.exchanged.flatMap(({ call: { id, name }, result }) => {
    if (result === undefined) return [];
    const { content, isError } = result;
    const text = textOf(content);
    left -= text.length;
    return left < 0 ? [] : [writeOutcome(plan.format, { id, name, text, isError }, { understood })];
  });
}

/** Characters of outcomes that a model may repeat. It repeats no longer ones, and comparing them would delay other requests. */
const MOST_REPEATED = 64 * 1024;

/**
 * Returns the formats with these names. The same list of names always gives the same array, which callers use as a
 * cache key.
 */
export function recordsOf(understood: Plan['understood']): readonly Format[] {
  const known = lists.get(understood);
  if (known !== undefined) return known;
  const records = understood.flatMap((name) => findFormats(name) ?? []);
  lists.set(understood, records);
  return records;
}

const lists = new WeakMap<Plan['understood'], readonly Format[]>();

/**
 * Adds the instructions to the first message if it is a system message; otherwise inserts one. Further down they would
 * come too late.
 */
function withInstructions(messages: readonly Message[], instructions: string): readonly Message[] {
  const [first, ...others] = messages;
  if (first === undefined) return systemPrompt([], instructions);
  return [...systemPrompt([first], instructions), ...others];
}

/** Returns the text that describes the tools and their use. Empty if there are no tools. */
export function instructionsIn(
  tools: readonly VisibleTool[],
  plan: Pick<Plan, 'format' | 'understood'>,
  isParallel = true,
): string {
  const format = formatOf(plan);
  const understood = recordsOf(plan.understood);
  const known = written.get(tools);
  if (known?.format === format && known.understood === understood && known.isParallel === isParallel) return known.text;
  const text =
    format.skeleton === 'raw'
      ? programInstructions(tools, understood)
      : writeTools(format, declared(tools), { isParallel, understood });
  written.set(tools, { format, understood, isParallel, text });
  return text;
}

function formatOf({ format: name, understood }: Pick<Plan, 'format' | 'understood'>): Format {
  const format = recordsOf(understood).find(({ id }) => id === name);
  if (format === undefined) throw new Error(`Unknown format "${name}".`);
  return format;
}

interface Instructions {
  readonly format: Format;
  readonly understood: readonly Format[];
  readonly isParallel: boolean;
  readonly text: string;
}

/** Cached instructions. Lists of tools are the same objects from step to step, and mostly from turn to turn. */
const written = new WeakMap<readonly VisibleTool[], Instructions>();

/**
 * Appends the tool choice to the last message, so that everything before it stays a cached prefix. If the last message
 * is the start of an answer, the choice is left out.
 */
function withWish(messages: readonly Message[], choice: ToolChoice): readonly Message[] {
  const wish = wishOf(choice);
  const last = messages.at(-1);
  if (wish === '' || last?.role !== 'user') return messages;
  return messages.with(-1, { ...last, content: withText(last.content, wish) });
}

function wishOf(choice: ToolChoice): string {
  switch (choice.kind) {
    case 'auto':
      return '';
    case 'none':
      return 'Do not call a tool now: answer in plain prose.';
    case 'required':
      return 'Your next message must call a tool.';
    case 'named':
      return `Your next message must call the tool ${JSON.stringify(choice.name)}.`;
    default:
      return choice satisfies never;
  }
}
