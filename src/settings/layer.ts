import type { Path } from './outline.ts';
import type { Place, SettingsProblem } from './problem.ts';

/** By dimension of the filter: what gave it. */
export type FilteredBy = Readonly<Record<string, string>>;

/** What one source gives. Layers are laid over each other: the file, the environment, the command line. */
export interface Layer {
  readonly from: Place['kind'];
  /** The whole path, of a layer that was read from a file. */
  readonly file?: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Leaves of weaker sources that count no more, though nothing stands in their place: `filter.tools`. */
  readonly ends?: readonly string[];
  /** What gives a dimension of `filter` that was not written as such: `--tools`. */
  readonly filteredBy?: FilteredBy;
  /** Where its relative paths start. */
  readonly directory: string;
  /** Where a value, or its name, was written; for what was not written, what encloses it. */
  place(path: Path, part?: 'name' | 'value'): Place;
}

export interface Reading {
  readonly layer: Layer;
  /** What could not be read at all; the layer holds the rest. */
  readonly problems: readonly SettingsProblem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `keys[0]`, `limits.toolMs`, `mcpServers["my server"].env`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    const name = segment.length > MOST_LETTERS ? `${segment.slice(0, MOST_LETTERS)}…` : segment;
    if (!/^[\w$-]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

const MOST_LETTERS = 60; // foreign names; a problem stays one readable line
