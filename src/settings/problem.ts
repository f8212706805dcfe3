import { printable } from '../log/index.ts';

/** A problem with the settings: where it is, what is wrong, and what to write instead. */
export interface SettingsProblem {
  readonly place: Place;
  /** Path of the setting, such as `limits.toolMs` or `keys[0]`; empty if the problem concerns the whole source. */
  readonly path: string;
  /** Description of the problem, as a clause. Never contains the value of a secret. */
  readonly wrong: string;
  readonly fix: string;
}

export const MOST_PROBLEMS = 50; // more are not useful, and finding each line takes a walk through the file

export type Place =
  | { readonly kind: 'file'; readonly file: string; readonly line?: number; readonly column?: number }
  | { readonly kind: 'flag'; readonly flag: string }
  | { readonly kind: 'env'; readonly name: string };

/** Formats the problems for a terminal, one per line, grouped by source. */
export function renderProblems(problems: readonly SettingsProblem[]): string {
  return [...Map.groupBy(problems, ({ place }) => titleOf(place))]
    .map(([title, group]) => renderGroup(title, group))
    .join('\n');
}

const MOST_SHOWN = 20; // more lines would hide the first problem, which is often the cause of the rest

function renderGroup(title: string, problems: readonly SettingsProblem[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const shown = problems.slice(0, MOST_SHOWN);
  const width = Math.max(...shown.map(({ place }) => spotOf(place).length));
  const lines = shown.map(({ place, path, wrong, fix }) => {
    const spot = width === 0 ? '' : `${spotOf(place).padEnd(width)}  `;
    return printable(`  ${spot}${path === '' ? '' : `${path}: `}${wrong}.  Fix: ${fix}`);
  });
  const left = problems.length - shown.length;
  return [`${printable(title)} is invalid (${count}):`, ...lines, ...(left > 0 ? [`  … and ${left} more`] : [])].join(
    '\n',
  );
}

function titleOf(place: Place): string {
  if (place.kind === 'file') return place.file;
  return place.kind === 'flag' ? 'The command line' : 'The environment';
}

function spotOf(place: Place): string {
  if (place.kind !== 'file') return nameOf(place);
  return place.line === undefined ? '' : `line ${place.line}, column ${place.column}`;
}

/** Returns the file, the flag or the variable, as a user writes it. */
export function nameOf(place: Place): string {
  switch (place.kind) {
    case 'file':
      return place.file;
    case 'flag':
      return `--${place.flag}`;
    case 'env':
      return place.name;
    default:
      return place satisfies never;
  }
}
