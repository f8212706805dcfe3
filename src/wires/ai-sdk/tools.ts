import {
  type ClientTool,
  type Fields,
  isAbsent,
  isRecord,
  type Limits,
  type Read,
  type Requested,
  read,
  refuse,
  refuseValue,
  type ToolChoice,
} from '../../core/index.ts';
import { freeformSchema } from '../freeform.ts';
import { readDescription, readName, readSchema } from '../tools.ts';
import { cacheMarkerIn } from './marker.ts';
import type { CallSettings } from './settings.ts';
import type { Warnings } from './warnings.ts';

/** Id of the provider tool that stands for all tools of the gateway. */
export const GATEWAY_TOOLS = 'toolpath.gateway';

export interface ReadTools {
  readonly requested: Requested;
  /** The caller's name of the provider tool that stands for the gateway's tools, if it declares that tool. */
  readonly gatewayName?: string;
}

/**
 * Reads the tools of a call. Omitted: the gateway's tools. Empty: none. Otherwise exactly the listed ones, and the gateway's if
 * `toolpath.gateway` is among them. `ai` omits an empty list, so `providerOptions.toolpath.tools` can say the same.
 */
export function readTools(
  tools: unknown,
  settings: CallSettings,
  bounds: Pick<Limits, 'clientTools'>,
  warnings: Warnings,
): Read<ReadTools> {
  if (isAbsent(tools)) return read({ requested: { kind: settings.tools === 'none' ? 'none' : 'absent' } });
  if (!Array.isArray(tools)) return refuseValue('tools', tools, 'a list of tools, [] for no tools, or no value');
  const listed = new Map<string, ClientTool>();
  let gatewayName: string | undefined;
  for (const [place, entry] of tools.entries()) {
    const path = `tools[${place}]`;
    const tool = readTool(entry, path, warnings);
    if (!tool.ok) return tool;
    if (tool.value.kind === 'gateway') gatewayName = tool.value.name;
    if (tool.value.kind !== 'client') continue;
    const { name } = tool.value.tool;
    if (listed.has(name)) return refuse(path, `${path} has the name "${name}", which another tool has; rename one.`);
    if (listed.size === bounds.clientTools) {
      return refuse(
        'tools',
        `tools lists more than ${bounds.clientTools} tools; send fewer, or raise "limits.clientTools".`,
      );
    }
    listed.set(name, tool.value.tool);
  }
  const mixed = gatewayName !== undefined || settings.mixed === true;
  const beside = gatewayName === undefined ? {} : { gatewayName };
  if (listed.size > 0 && settings.tools !== undefined && !(mixed && settings.tools === 'gateway')) {
    warnings.unsupported('providerOptions.toolpath.tools', 'It was ignored, because the call lists tools.');
  }
  if (listed.size === 0 && !mixed) {
    return read({ requested: { kind: tools.length === 0 && settings.tools === 'gateway' ? 'absent' : 'none' } });
  }
  return read({ requested: { kind: 'listed', tools: [...listed.values()], mixed }, ...beside });
}

type ReadTool =
  | { readonly kind: 'client'; readonly tool: ClientTool }
  | { readonly kind: 'gateway'; readonly name: string }
  | { readonly kind: 'unsupported' };

function readTool(entry: unknown, path: string, warnings: Warnings): Read<ReadTool> {
  if (!isRecord(entry)) return refuseValue(path, entry, 'a tool: {"type":"function","name":"…","inputSchema":{…}}');
  switch (entry.type) {
    case 'function':
      return readFunction(entry, path);
    case 'provider':
    case 'provider-defined':
      return readProviderTool(entry, path, warnings);
    default:
      return refuse(
        `${path}.type`,
        `${path} has an unknown type. Expected "function", "provider" or "provider-defined".`,
      );
  }
}

function readFunction(entry: Fields, path: string): Read<ReadTool> {
  const name = readName(entry.name, path);
  if (!name.ok) return name;
  const description = readDescription(entry.description, name.value, path);
  if (!description.ok) return description;
  const schema = readSchema(entry.inputSchema, `${path}.inputSchema`);
  if (!schema.ok) return schema;
  const { strict, inputExamples } = entry;
  const examples = Array.isArray(inputExamples) ? inputExamples.flatMap(inputOf).slice(0, MOST_EXAMPLES) : [];
  return read({
    kind: 'client',
    tool: {
      name: name.value,
      description: description.value + describedExamples(examples),
      schema: schema.value,
      ...cacheMarkerIn(entry),
      ...(typeof strict === 'boolean' && { extra: { chat: { strict } } }),
    },
  });
}

/** Examples are added to the description, because every model sees that. */
function describedExamples(examples: readonly string[]): string {
  return examples.length === 0 ? '' : `\n\nExamples of its input:\n${examples.join('\n')}`;
}

function inputOf(example: unknown): string[] {
  return isRecord(example) && isRecord(example.input) ? [JSON.stringify(example.input)] : [];
}

const MOST_EXAMPLES = 20;

function readProviderTool({ id, name, args }: Fields, path: string, warnings: Warnings): Read<ReadTool> {
  if (id === GATEWAY_TOOLS) return read({ kind: 'gateway', name: typeof name === 'string' ? name : 'gateway' });
  if (id === CUSTOM_TOOL) return readCustom(name, args, path);
  const told = typeof id === 'string' ? id : 'without an id';
  warnings.unsupported(
    `provider tool ${told}`.slice(0, MOST_LETTERS),
    'Only its own provider can run this tool, so it was left out.',
  );
  return read({ kind: 'unsupported' });
}

/** Id of OpenAI's tools that take one text. */
export const CUSTOM_TOOL = 'openai.custom';
const MOST_LETTERS = 200;

function readCustom(given: unknown, args: unknown, path: string): Read<ReadTool> {
  const { description: words, format } = isRecord(args) ? args : ({} as Fields);
  const name = readName(given, path);
  if (!name.ok) return name;
  const description = readDescription(words, name.value, path);
  if (!description.ok) return description;
  const { syntax, definition } = isRecord(format) ? format : ({} as Fields);
  const hasGrammar = typeof syntax === 'string' && typeof definition === 'string';
  const freeform = hasGrammar ? { grammar: { syntax, definition } } : {};
  const tool = { name: name.value, description: description.value, schema: freeformSchema(freeform), freeform };
  return read({ kind: 'client', tool });
}

/** Reads `toolChoice`. */
export function readToolChoice(choice: unknown): Read<ToolChoice> {
  if (isAbsent(choice)) return read({ kind: 'auto' });
  const type = isRecord(choice) ? choice.type : choice;
  if (type === 'auto' || type === 'none' || type === 'required') return read({ kind: type });
  if (isRecord(choice) && type === 'tool' && typeof choice.toolName === 'string') {
    return read({ kind: 'named', name: choice.toolName });
  }
  return refuseValue('toolChoice', choice, 'an object with the type "auto", "none", "required" or "tool"');
}
