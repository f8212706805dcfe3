import {
  type Ask,
  type BadRequest,
  type Fields,
  found,
  isAbsent,
  isRecord,
  type Limits,
  type Message,
  type Read,
  read,
  refuse,
  refuseTooLarge,
  refuseValue,
  unknownFields,
  valuesIn,
} from '../../core/index.ts';
import { type CallShape, callShape } from './call-shape.ts';
import { readChoice, readFunctionCall } from './choice.ts';
import { readContext } from './context.ts';
import { readMessages } from './message.ts';
import { readParameters } from './sampling.ts';
import { readChatTools } from './tools.ts';

export type ChatRequest =
  | {
      readonly ok: true;
      readonly ask: Ask;
      /** True if the client wants a final chunk with the usage in a streamed answer. */
      readonly includeUsage: boolean;
      /** The form in which the client receives calls. */
      readonly shape: CallShape;
    }
  | { readonly ok: false; readonly failure: BadRequest };

/**
 * Reads a chat-completions request into an Ask. The caller has already parsed the JSON and limited its size. Fields without
 * a neutral type are passed on unchanged, and parameter values are left for the backend to validate.
 */
export function readChatRequest(body: unknown, key: string, bounds: RequestBounds): ChatRequest {
  if (!isRecord(body)) return refuse('', `The body is ${found(body)}; expected an object with "messages".`);
  const unclear = refuseUnclear(body);
  if (unclear !== undefined) return unclear;
  const model = readModel(body.model);
  if (!model.ok) return model;
  const messages = readMessages(body.messages);
  if (!messages.ok) return messages;
  const excess = refuseManyValues(messages.value, bounds.bodyValues);
  if (excess !== undefined) return excess;
  const answers = readAnswers(body.n);
  if (!answers.ok) return answers;
  const isLegacy = !isAbsent(body.functions);
  const tools = isLegacy ? readChatTools(body.functions, bounds, 'functions') : readChatTools(body.tools, bounds);
  if (!tools.ok) return tools;
  const choice = isAbsent(body.function_call) ? readChoice(body.tool_choice) : readFunctionCall(body.function_call);
  if (!choice.ok) return choice;
  const parallel = readFlag(body.parallel_tool_calls, 'parallel_tool_calls');
  if (!parallel.ok) return parallel;
  const context = readContext(body.context);
  if (!context.ok) return context;
  const stream = readFlag(body.stream, 'stream');
  if (!stream.ok) return stream;
  const includeUsage = readStreamOptions(body.stream_options);
  if (!includeUsage.ok) return includeUsage;

  const ask: Ask = {
    key,
    model: model.value,
    messages: messages.value,
    tools: tools.requested,
    ...choice.value,
    ...(isLegacy ? { parallel: false } : parallel.value !== undefined && { parallel: parallel.value }),
    ...(answers.value > 1 && { answers: answers.value }),
    context: context.value,
    isStreamed: stream.value ?? false,
    ...readParameters(unknownFields(body, KNOWN).extra ?? NOTHING),
  };
  return { ok: true, ask, includeUsage: includeUsage.value, shape: callShape(ask.tools, isLegacy) };
}

type RequestBounds = Pick<Limits, 'clientTools' | 'bodyValues'>;

/** Counts the values in the arguments of earlier calls: they are JSON text inside the body, and are parsed later. */
function refuseManyValues(messages: readonly Message[], most: number) {
  let left = most;
  for (const [place, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    for (const { arguments: args } of message.calls) {
      if (typeof args === 'string') left -= valuesIn(args, left);
      if (left >= 0) continue;
      const text = `The arguments of earlier calls have more than ${most} JSON values.`;
      return refuseTooLarge(
        `messages[${place}].tool_calls`,
        `${text} Send fewer messages, or raise "limits.bodyValues".`,
      );
    }
  }
  return undefined;
}

const NOTHING: Fields = {};

const KNOWN = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'context',
  'stream',
  'stream_options',
  'n',
  'functions',
  'function_call',
]);

/** Refuses deprecated fields beside those that replaced them. */
function refuseUnclear({ functions, function_call: call, tools, tool_choice: choice }: Fields) {
  if (!isAbsent(functions) && !isAbsent(tools)) {
    return refuse('functions', 'Send either "tools" or "functions", not both.');
  }
  if (!isAbsent(call) && !isAbsent(choice)) {
    return refuse('function_call', 'Send either "tool_choice" or "function_call", not both.');
  }
  return undefined;
}

function readModel(model: unknown): Read<string> {
  if (isAbsent(model)) return read('');
  return typeof model === 'string' ? read(model) : refuseValue('model', model, 'the name of a model, as a string');
}

function readAnswers(n: unknown): Read<number> {
  if (isAbsent(n)) return read(1);
  if (typeof n === 'number' && Number.isInteger(n) && n >= 1 && n <= MOST_ANSWERS) return read(n);
  return refuseValue('n', n, `a whole number from 1 to ${MOST_ANSWERS}`);
}

const MOST_ANSWERS = 128; // as in OpenAI's API; each answer is a request to the backend

function readFlag(flag: unknown, path: string): Read<boolean | undefined> {
  if (isAbsent(flag)) return read(undefined);
  return typeof flag === 'boolean' ? read(flag) : refuseValue(path, flag, 'true or false');
}

function readStreamOptions(options: unknown): Read<boolean> {
  if (isAbsent(options)) return read(false);
  if (!isRecord(options)) return refuseValue('stream_options', options, 'an object');
  const flag = readFlag(options.include_usage, 'stream_options.include_usage');
  return flag.ok ? read(flag.value ?? false) : flag;
}
