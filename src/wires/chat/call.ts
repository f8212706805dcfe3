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
import { freeformArguments, freeformInput } from '../freeform.ts';
import { type ExtraFields, readExtraFields, writeExtraFields } from './extra.ts';

/** Reads the calls of an assistant message. The deprecated `function_call` is read only if there are no `tool_calls`. */
export function readCalls(message: Fields, path: string): Read<readonly Call[]> {
  const { tool_calls: calls, function_call: old } = message;
  if (!isAbsent(calls) && !Array.isArray(calls)) return refuseValue(`${path}.tool_calls`, calls, 'a list of calls');
  if (!isAbsent(calls) && calls.length > 0) return readEach(calls, `${path}.tool_calls`, readCall);
  if (isAbsent(old)) return read([]);
  const call = readFunction(old, `${path}.function_call`);
  return call.ok ? read([{ id: '', ...call.value }]) : call;
}

/** Writes a call. A call of a tool in `custom` is written as a custom call, any other as a function call. */
export function writeCall(call: Call, custom: ReadonlySet<string> = NONE): Fields {
  const { id, name, arguments: given } = call;
  const head = { ...writeExtraFields(call), ...(id !== '' && { id }) };
  if (custom.has(name)) return { ...head, type: 'custom', custom: { name, input: freeformInput(given) } };
  return { ...head, type: 'function', function: { name, arguments: argumentsText(given) } };
}

const NONE: ReadonlySet<string> = new Set();

function readCall(call: unknown, path: string): Read<Call> {
  if (!isRecord(call)) return refuseValue(path, call, CALL);
  const { id, type } = call;
  const isCustom = type === 'custom';
  if (!isAbsent(type) && type !== 'function' && !isCustom) {
    return refuseValue(`${path}.type`, type, '"function" or "custom"');
  }
  if (!isAbsent(id) && typeof id !== 'string') return refuseValue(`${path}.id`, id, 'a string');
  const called = isCustom ? readCustom(call.custom, `${path}.custom`) : readFunction(call.function, `${path}.function`);
  return called.ok ? read({ id: id ?? '', ...called.value, ...withCaller(readExtraFields(call, KNOWN)) }) : called;
}

const CALL = 'a call: {"id":"…","type":"function","function":{"name":"…","arguments":"…"}}';

/** `index` belongs to streams and has no meaning in a message, but some clients send it back. */
const KNOWN = new Set(['id', 'type', 'function', 'custom', 'index']);

/** Copies `caller` to the Messages API's fields: that API requires it back if one of its own tools made the call. */
function withCaller(beside: ExtraFields): ExtraFields {
  const chat = beside.extra?.chat;
  return isRecord(chat?.caller) ? { ...beside, extra: { chat, messages: { caller: chat.caller } } } : beside;
}

/** Reads a call's name and arguments. Arguments that are a string stay unchanged and are not checked for valid JSON. */
function readFunction(called: unknown, path: string): Read<{ name: string; arguments: unknown }> {
  if (!isRecord(called)) return refuseValue(path, called, 'an object with "name" and "arguments"');
  const { name, arguments: given } = called;
  if (typeof name !== 'string' || name === '') return refuseValue(`${path}.name`, name, 'the name of a tool');
  if (isAbsent(given)) return read({ name, arguments: '' });
  if (typeof given === 'string' || isRecord(given)) return read({ name, arguments: given });
  return refuseValue(`${path}.arguments`, given, 'JSON text or an object');
}

/** Reads a call of a tool of the type `custom` as a call of the function that stands for it. */
function readCustom(called: unknown, path: string): Read<{ name: string; arguments: unknown }> {
  if (!isRecord(called)) return refuseValue(path, called, 'an object with "name" and "input"');
  const { name, input } = called;
  if (typeof name !== 'string' || name === '') return refuseValue(`${path}.name`, name, 'the name of a tool');
  if (!isAbsent(input) && typeof input !== 'string') return refuseValue(`${path}.input`, input, 'a string');
  return read({ name, arguments: freeformArguments(input ?? '') });
}

function argumentsText(given: unknown): string {
  if (typeof given === 'string' && given !== '') return given;
  return isAbsent(given) || given === '' ? '{}' : JSON.stringify(given);
}
