import { truncate } from '../core/index.ts';
import type { Path } from './outline.ts';
import type { Place, SettingsProblem } from './problem.ts';

/** For each dimension of the filter the flag or variable that gave it. */
export type FilteredBy = Readonly<Record<string, string>>;

/** The settings of one source. The environment overrides the file, and the command line overrides both. */
export interface Layer {
  readonly from: Place['kind'];
  /** The whole path, if the layer was read from a file. */
  readonly file?: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** Leaves of weaker sources that this layer removes without a replacement: `filter.tools`. */
  readonly ends?: readonly string[];
  /** What gave a dimension of `filter`, if not that setting itself: `--tools`. */
  readonly filteredBy?: FilteredBy;
  /** Where its relative paths start. */
  readonly directory: string;
  /** Where a value or its name was written; for a value that was not written, the place of what encloses it. */
  place(path: Path, part?: 'name' | 'value'): Place;
}

export interface Reading {
  readonly layer: Layer;
  /** Problems with what could not be read; the layer holds the rest. */
  readonly problems: readonly SettingsProblem[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** `keys[0]`, `limits.toolMs`, `mcpServers["my server"].env`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, segment) => {
    if (typeof segment === 'number') return `${text}[${segment}]`;
    const name = truncate(segment, MOST_LETTERS, '…');
    if (!/^[\w$-]+$/.test(name)) return `${text}[${JSON.stringify(name)}]`;
    return text === '' ? name : `${text}.${name}`;
  }, '');
}

const MOST_LETTERS = 60; // foreign names; a problem stays one readable line
