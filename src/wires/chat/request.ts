import {
  type Ask,
  type BadRequest,
  type Fields,
  found,
  isAbsent,
  isRecord,
  type Read,
  read,
  refuse,
  refuseValue,
  unknownFields,
} from '../../core/index.ts';
import { readChoice } from './choice.ts';
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
    }
  | { readonly ok: false; readonly failure: BadRequest };

/**
 * Reads a chat-completions request into an Ask. The caller has already parsed the JSON and limited its size. Fields without
 * a neutral type are passed on unchanged, and parameter values are left for the backend to validate.
 */
export function readChatRequest(body: unknown, key: string, bounds: { readonly clientTools: number }): ChatRequest {
  if (!isRecord(body)) return refuse('', `The body is ${found(body)}; expected an object with "messages".`);
  const outdated = refuseOutdated(body);
  if (outdated !== undefined) return outdated;
  const model = readModel(body.model);
  if (!model.ok) return model;
  const messages = readMessages(body.messages);
  if (!messages.ok) return messages;
  const tools = readChatTools(body.tools, bounds);
  if (!tools.ok) return tools;
  const choice = readChoice(body.tool_choice);
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
    choice: choice.value,
    ...(parallel.value !== undefined && { parallel: parallel.value }),
    context: context.value,
    isStreamed: stream.value ?? false,
    ...readParameters(unknownFields(body, KNOWN).extra ?? NOTHING),
  };
  return { ok: true, ask, includeUsage: includeUsage.value };
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

/** Refuses fields that are not supported or that are replaced by newer ones. */
function refuseOutdated({ n, functions, function_call: call }: Fields) {
  if (!isAbsent(n) && n !== 1) {
    return refuse(
      'n',
      `n is ${found(n)}; expected 1. The gateway returns one answer per request; for several, send several requests.`,
    );
  }
  if (!isAbsent(functions)) return refuse('functions', '"functions" is not supported; send "tools" instead.');
  if (!isAbsent(call)) return refuse('function_call', '"function_call" is not supported; send "tool_choice" instead.');
  return undefined;
}

function readModel(model: unknown): Read<string> {
  if (isAbsent(model)) return read('');
  return typeof model === 'string' ? read(model) : refuseValue('model', model, 'the name of a model, as a string');
}

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
