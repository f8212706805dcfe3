import type { Demands, Message, ModelRequest, Plan, ToolChoice, VisibleTool } from '../../core/index.ts';
import { type Format, findFormats, systemPrompt, writeTools, writeTranscript } from '../../formats/index.ts';
import { declared } from '../../select/index.ts';
import { meet } from '../history/transcript.ts';
import { withText } from './prompt.ts';

/** Whether the model is told of its tools, and of calls and outcomes, in text. */
export function isText({ format }: Plan): boolean {
  return format !== 'native' && format !== 'none';
}

/** What a transcript must be like before it becomes text: ids as the strictest format writes them. */
export const TEXT_DEMANDS: Demands = { callIds: /^[A-Za-z0-9]{9}$/ };

/**
 * Writes a request for a model that knows nothing of tools: the instructions stand behind the client's own, and the
 * history's calls and outcomes in the format's text. As long as the tools are the same, so is every letter of it from step
 * to step; what holds for one step alone stands at its very end.
 */
export function textWriter(
  request: ModelRequest,
  plan: Plan,
  demands: Demands,
): (tools: readonly VisibleTool[]) => ModelRequest {
  const { parallel, ...rest } = request;
  const records = recordsOf(plan.understood);
  const format = records.find(({ id }) => id === plan.format);
  if (format === undefined) throw new Error(`there is no format ${plan.format}`);
  const readsThoughts = records.some(({ reasoning, header }) => reasoning !== undefined || header !== undefined);
  const messages = meet(writeTranscript(format, request.messages, { understood: records }), demands);
  return (tools) => {
    const told = withInstructions(messages, instructionsFor(tools, format, records, parallel !== false));
    const wished = tools.length === 0 ? told : withWish(told, request.choice);
    return { ...rest, messages: wished, tools: [], choice: { kind: 'auto' }, readsThoughts };
  };
}

/** The records of a choice, as one list as long as the choice lives: what is made of them is kept by it. */
export function recordsOf(understood: Plan['understood']): readonly Format[] {
  const known = lists.get(understood);
  if (known !== undefined) return known;
  const records = understood.flatMap((name) => findFormats(name) ?? []);
  lists.set(understood, records);
  return records;
}

const lists = new WeakMap<Plan['understood'], readonly Format[]>();

/** In a system message that stands further down they would come too late. */
function withInstructions(messages: readonly Message[], instructions: string): readonly Message[] {
  const [first, ...others] = messages;
  if (first === undefined) return systemPrompt([], instructions);
  return [...systemPrompt([first], instructions), ...others];
}

function instructionsFor(
  tools: readonly VisibleTool[],
  format: Format,
  understood: readonly Format[],
  isParallel: boolean,
): string {
  const known = written.get(tools);
  if (known?.format === format && known.understood === understood && known.isParallel === isParallel) return known.text;
  const text = writeTools(format, declared(tools), { isParallel, understood });
  written.set(tools, { format, understood, isParallel, text });
  return text;
}

interface Instructions {
  readonly format: Format;
  readonly understood: readonly Format[];
  readonly isParallel: boolean;
  readonly text: string;
}

/** Lists of tools are the same objects from step to step, and mostly from turn to turn. */
const written = new WeakMap<readonly VisibleTool[], Instructions>();

/** At the end, so that all before it stays a cached prefix. An answer that is begun already cannot be told anything. */
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
