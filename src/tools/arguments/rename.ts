import type { Note, Tool } from '../../core/index.ts';
import { isFromMcp, settingFor } from '../traits.ts';
import { declaredNames } from './declared.ts';
import type { JsonSchema } from './json-schema.ts';

/** Parameter names from the settings: tool → (name that the model writes → name that the tool expects). */
export type ParameterNames = Readonly<Record<string, Readonly<Record<string, string>>>>;

const NONE: ReadonlySet<string> = new Set();

export interface Renamed {
  readonly args: Readonly<Record<string, unknown>>;
  readonly notes: readonly Note[];
}

/**
 * Renames parameters to the names that the tool expects: first by the names in the settings, then, for MCP tools only,
 * from snake_case to camelCase.
 *
 * Decision (S2.params.decision): LangChain's MCP adapter does not rename parameters (mcp-adapter.test.ts tests the real
 * adapter), so this function must. The snake_case conversion keeps every name that the schema declares, and no renaming
 * overwrites another argument.
 */
export function renameParameters(
  args: Readonly<Record<string, unknown>>,
  tool: Tool,
  schema: JsonSchema | undefined,
  names: ParameterNames,
): Renamed {
  const fixed = settingFor(names, tool);
  const ofMcp = isFromMcp(tool);
  if (fixed === undefined && !ofMcp) return { args, notes: [] };

  const notes: Note[] = [];
  const declared = ofMcp ? declaredNames(schema) : NONE;
  const taken = new Set(Object.keys(args));
  const entries = Object.entries(args).map(([from, value]): [string, unknown] => {
    const to = fixedName(from, fixed) ?? (ofMcp && !declared.has(from) ? camelName(from) : from);
    if (taken.has(to)) return [from, value];
    taken.add(to);
    notes.push({ kind: 'renamed', from, to });
    return [to, value];
  });
  return notes.length === 0 ? { args, notes } : { args: Object.fromEntries(entries), notes };
}

function fixedName(from: string, fixed: Readonly<Record<string, string>> | undefined): string | undefined {
  return fixed !== undefined && Object.hasOwn(fixed, from) ? fixed[from] : undefined;
}

function camelName(from: string): string {
  if (!/^[a-z0-9]+(?:_[a-z0-9]+)+$/.test(from)) return from;
  return from.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
