import { isAbsent, isRecord, type Read, read, refuseValue, type ToolChoice } from '../../core/index.ts';

/** Reads `tool_choice`. A named tool may also be written flat, as `{type, name}` or `{name}`. */
export function readChoice(choice: unknown): Read<ToolChoice> {
  if (isAbsent(choice)) return read({ kind: 'auto' });
  if (choice === 'auto' || choice === 'none' || choice === 'required') return read({ kind: choice });
  if (!isRecord(choice) || !(isAbsent(choice.type) || choice.type === 'function')) {
    return refuseValue('tool_choice', choice, CHOICE);
  }
  const named = isRecord(choice.function) ? choice.function : choice;
  if (typeof named.name === 'string' && named.name !== '') return read({ kind: 'named', name: named.name });
  return refuseValue('tool_choice', choice, CHOICE);
}

const CHOICE = '"auto", "none", "required" or {"type":"function","function":{"name":"…"}}';

export function writeChoice(choice: ToolChoice): unknown {
  return choice.kind === 'named' ? { type: 'function', function: { name: choice.name } } : choice.kind;
}
