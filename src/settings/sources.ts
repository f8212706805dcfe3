import type { ParseArgsOptionDescriptor } from 'node:util';
import { fewWords, type Outline, outline, type Path } from './outline.ts';

/** The flag and the environment variable of one setting. */
export interface SettingSource {
  readonly path: string;
  /** Name of the flag without the leading dashes, as Node's parseArgs expects it: `limits-tool-ms`. */
  readonly flag: string;
  readonly env: string;
  readonly kind: SourceKind;
  /** The allowed values, if they are few; otherwise empty. */
  readonly choices: readonly string[];
  readonly description: string;
  readonly example: unknown;
  readonly default: unknown;
}

/** How a setting is written. A list is a repeated flag or a variable with commas; other structures are written as JSON. */
export type SourceKind = 'text' | 'number' | 'boolean' | 'list' | 'json';

/** Every setting of the schema. Groups such as `limits` have one entry per field. */
export const settingSources: readonly SettingSource[] = leavesOf(outline, []);

/** Options for Node's parseArgs. Use them with `allowNegative`, for flags such as `--no-mixed`. */
export const flagOptions: Readonly<Record<string, ParseArgsOptionDescriptor>> = {
  config: { type: 'string' },
  ...Object.fromEntries(settingSources.map(({ flag, kind }) => [flag, optionOf(kind)])),
};

/** Returns the setting that is at the path or contains it. */
export function sourceAt(path: Path): SettingSource | undefined {
  return settingSources.find((source) => source.path.split('.').every((name, place) => name === path[place]));
}

function leavesOf(group: Outline, path: readonly string[]): SettingSource[] {
  return Object.entries(group.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member === 'boolean' || name === '$schema') return [];
    const inner = [...path, name];
    return member.properties === undefined ? [sourceOf(member, inner)] : leavesOf(member, inner);
  });
}

function sourceOf(leaf: Outline, path: readonly string[]): SettingSource {
  const words = path.flatMap((name) => name.split(/(?=[A-Z])/)).map((word) => word.toLowerCase());
  return {
    path: path.join('.'),
    flag: words.join('-'),
    env: `TOOLPATH_${words.join('_').toUpperCase()}`,
    kind: kindOf(leaf),
    choices: leaf.type === 'string' ? (fewWords(leaf) ?? []) : [],
    description: leaf.description ?? '',
    example: leaf.examples?.[0],
    default: leaf.default,
  };
}

export function kindOf(leaf: Outline): SourceKind {
  if (leaf.type === 'boolean') return 'boolean';
  if (leaf.type === 'integer') return 'number';
  if (leaf.type === 'string') return 'text';
  return [leaf, ...(leaf.anyOf ?? [])].some(isTextList) ? 'list' : 'json';
}

function isTextList(leaf: Outline | boolean): boolean {
  return typeof leaf === 'object' && typeof leaf.items === 'object' && Reflect.get(leaf.items, 'type') === 'string';
}

function optionOf(kind: SourceKind): ParseArgsOptionDescriptor {
  return kind === 'boolean' ? { type: 'boolean' } : { type: 'string', multiple: kind === 'list' };
}
