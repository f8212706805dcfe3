import { truncate } from '../core/index.ts';
import type { Path } from './outline.ts';
import type { Place, SettingsProblem } from './problem.ts';

/** The flag or variable that set each dimension of the filter. */
export type FilteredBy = Readonly<Record<string, string>>;

/** The settings of one source. The environment overrides the file, and the command line overrides both. */
export interface Layer {
  readonly from: Place['kind'];
  /** Absolute path, if the layer was read from a file. */
  readonly file?: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Settings of sources with lower precedence that this layer removes without a replacement, such as `filter.tools`. */
  readonly ends?: readonly string[];
  /** The flag or variable that set a dimension of `filter`, if it was not that setting itself: `--tools`. */
  readonly filteredBy?: FilteredBy;
  /** Base directory of relative paths. */
  readonly directory: string;
  /** Returns where a value or its name was written. For a missing value, returns the place of the enclosing value. */
  place(path: Path, part?: 'name' | 'value'): Place;
}

export interface Reading {
  readonly layer: Layer;
  /** Problems with the parts that could not be read. The layer contains the rest. */
  readonly problems: readonly SettingsProblem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Formats a path: `keys[0]`, `limits.toolMs`, `mcpServers["my server"].env`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    const name = truncate(segment, MAX_CHARACTERS, '…');
    if (!/^[\w$-]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

const MAX_CHARACTERS = 60; // names may be long; a problem must stay one readable line
