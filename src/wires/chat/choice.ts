import {
  type Ask,
  type Fields,
  isAbsent,
  isAllowed,
  isRecord,
  type ModelRequest,
  type Read,
  read,
  refuseValue,
} from '../../core/index.ts';

/** Reads the deprecated `function_call`. */
export function readFunctionCall(call: unknown): Read<ReadChoice> {
  if (call === 'auto' || call === 'none') return read({ choice: { kind: call } });
  const name = isRecord(call) ? call.name : undefined;
  if (typeof name === 'string' && name !== '') return read({ choice: { kind: 'named', name } });
  return refuseValue('function_call', call, '"auto", "none" or {"name":"…"}');
}

/** The choice that a request makes, and the tools to which it restricts the model. */
export type ReadChoice = Pick<Ask, 'choice' | 'allowed'>;

/** Reads `tool_choice`. A named tool may also be written flat, as `{type, name}` or `{name}`. */
export function readChoice(choice: unknown): Read<ReadChoice> {
  if (isAbsent(choice)) return read({ choice: { kind: 'auto' } });
  if (choice === 'auto' || choice === 'none' || choice === 'required') return read({ choice: { kind: choice } });
  if (isRecord(choice) && choice.type === ALLOWED) return readAllowed(choice);
  const name = nameIn(choice);
  return name === undefined ? refuseValue('tool_choice', choice, CHOICE) : read({ choice: { kind: 'named', name } });
}

const ALLOWED = 'allowed_tools';
const CHOICE =
  '"auto", "none", "required", {"type":"function","function":{"name":"…"}} or {"type":"allowed_tools","allowed_tools":{…}}';

/** Writes the choice. Returns undefined if the default is meant. Tools in `custom` are named with the type `custom`. */
export function writeChoice(
  { choice, allowed, tools }: Pick<ModelRequest, 'choice' | 'allowed' | 'tools'>,
  custom: ReadonlySet<string> = NONE,
): unknown {
  const writeName = (name: string): Fields =>
    custom.has(name) ? { type: 'custom', custom: { name } } : { type: 'function', function: { name } };
  switch (choice.kind) {
    case 'named':
      return writeName(choice.name);
    case 'none':
      return choice.kind;
    case 'auto':
    case 'required':
      if (allowed !== undefined)
        return writeAllowed(
          choice.kind,
          tools.filter((tool) => isAllowed(tool, allowed)).map(({ wireName }) => writeName(wireName)),
        );
      return choice.kind === 'auto' ? undefined : choice.kind;
    default:
      return choice satisfies never;
  }
}

/** Reads the allowed tools, also written flat: `{type, mode, tools}`. `{"type":"toolpath"}` allows all gateway tools. */
function readAllowed(choice: Fields): Read<ReadChoice> {
  const isFlat = isAbsent(choice[ALLOWED]) && !isAbsent(choice.tools);
  const path = isFlat ? 'tool_choice' : `tool_choice.${ALLOWED}`;
  const given = isFlat ? choice : choice[ALLOWED];
  if (!isRecord(given)) return refuseValue(path, given, 'an object with "mode" and "tools"');
  const { mode, tools } = given;
  if (mode !== 'auto' && mode !== 'required') return refuseValue(`${path}.mode`, mode, '"auto" or "required"');
  if (!Array.isArray(tools) || tools.length === 0 || tools.length > MOST_ALLOWED) {
    const expected = `a non-empty list of at most ${MOST_ALLOWED} tools; for no tools, send "none" as tool_choice`;
    return refuseValue(`${path}.tools`, tools, expected);
  }
  const names = new Set<string>();
  let gateway = false;
  for (const [place, tool] of tools.entries()) {
    if (isRecord(tool) && tool.type === 'toolpath') {
      gateway = true;
      continue;
    }
    const name = nameIn(tool);
    if (name === undefined) return refuseValue(`${path}.tools[${place}]`, tool, NAMED);
    names.add(name);
  }
  return read({ choice: { kind: mode }, allowed: { names: [...names], gateway } });
}

const MOST_ALLOWED = 10_000; // more than any request has tools

const NAMED = '{"type":"function","function":{"name":"…"}}, or {"type":"toolpath"} for the gateway\'s tools';

const NONE: ReadonlySet<string> = new Set();

function writeAllowed(mode: string, listed: readonly Fields[]): unknown {
  return listed.length === 0 ? 'none' : { type: ALLOWED, [ALLOWED]: { mode, tools: listed } };
}

function nameIn(named: unknown): string | undefined {
  if (!isRecord(named)) return undefined;
  const { type } = named;
  if (!isAbsent(type) && type !== 'function' && type !== 'custom') return undefined;
  const nested = type === 'custom' ? named.custom : named.function;
  const { name } = isRecord(nested) ? nested : named;
  return typeof name === 'string' && name !== '' ? name : undefined;
}
