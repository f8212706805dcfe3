import {
  type Call,
  type Fields,
  isAbsent,
  isRecord,
  type Read,
  read,
  readEach,
  refuseValue,
} from '../../core/index.ts';
import { type Beside, readBeside, writeBeside } from './extra.ts';

/** The calls of an assistant's message. `function_call` is the old shape; beside `tool_calls` it says the same again. */
export function readCalls(message: Fields, path: string): Read<readonly Call[]> {
  const { tool_calls: calls, function_call: old } = message;
  if (!isAbsent(calls) && !Array.isArray(calls)) return refuseValue(`${path}.tool_calls`, calls, 'a list of calls');
  if (!isAbsent(calls) && calls.length > 0) return readEach(calls, `${path}.tool_calls`, readCall);
  if (isAbsent(old)) return read([]);
  const call = readFunction(old, `${path}.function_call`);
  return call.ok ? read([{ id: '', ...call.value }]) : call;
}

export function writeCall(call: Call): Fields {
  const { id, name, arguments: given } = call;
  return {
    ...writeBeside(call),
    ...(id !== '' && { id }),
    type: 'function',
    function: { name, arguments: argumentsText(given) },
  };
}

function readCall(call: unknown, path: string): Read<Call> {
  if (!isRecord(call)) return refuseValue(path, call, CALL);
  const { id, type } = call;
  if (!isAbsent(type) && type !== 'function') return refuseValue(`${path}.type`, type, '"function"');
  if (!isAbsent(id) && typeof id !== 'string') return refuseValue(`${path}.id`, id, 'a string');
  const called = readFunction(call.function, `${path}.function`);
  return called.ok ? read({ id: id ?? '', ...called.value, ...withCaller(readBeside(call, KNOWN)) }) : called;
}

const CALL = 'a call: {"id":"…","type":"function","function":{"name":"…","arguments":"…"}}';

/** `index` counts the calls of a stream: clients send it back, and in a message it means nothing. */
const KNOWN = new Set(['id', 'type', 'function', 'index']);

/** Which tool of the Messages API made the call: that wire wants it back. */
function withCaller(beside: Beside): Beside {
  const chat = beside.extra?.chat;
  return isRecord(chat?.caller) ? { ...beside, extra: { chat, messages: { caller: chat.caller } } } : beside;
}

/** Arguments that are text stay that text, to the byte: whether it is JSON is not asked here. */
function readFunction(called: unknown, path: string): Read<{ name: string; arguments: unknown }> {
  if (!isRecord(called)) return refuseValue(path, called, 'an object with "name" and "arguments"');
  const { name, arguments: given } = called;
  if (typeof name !== 'string' || name === '') return refuseValue(`${path}.name`, name, 'the name of a tool');
  if (isAbsent(given)) return read({ name, arguments: '' });
  if (typeof given === 'string' || isRecord(given)) return read({ name, arguments: given });
  return refuseValue(`${path}.arguments`, given, 'JSON text or an object');
}

function argumentsText(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  return isAbsent(given) || given === '' ? '{}' : JSON.stringify(given);
}
