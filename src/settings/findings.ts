import type { z } from 'zod';
import type { Path } from './outline.ts';
import { settingsSchema } from './schema.ts';

/** One thing that the schema has against a value. */
export interface Finding {
  readonly issue: z.core.$ZodIssue;
  readonly path: Path;
}

/** What the schema has against the settings of one source. */
export function findingsIn(values: unknown): Finding[] {
  const result = settingsSchema.safeParse(values);
  return result.success ? [] : result.error.issues.flatMap((issue) => findingsOf(issue, []));
}

/** What it would have against a value that stood alone at this path; their own paths start there. */
export function findingsAt(path: Path, value: unknown): Finding[] {
  const alone = path.reduceRight<unknown>(
    (inner, segment) => (typeof segment === 'number' ? [inner] : { [segment]: inner }),
    value,
  );
  const place = path.map((segment) => (typeof segment === 'number' ? 0 : segment));
  return findingsIn(alone)
    .filter((finding) => isWithin(finding.path, place))
    .map((finding) => ({ ...finding, path: finding.path.slice(path.length) }));
}

export function isWithin(path: Path, outer: Path): boolean {
  return outer.every((segment, at) => segment === path[at]);
}

function findingsOf(issue: z.core.$ZodIssue, outer: Path): Finding[] {
  const path = [...outer, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  const deeper = issue.code === 'invalid_union' ? issue.errors.find(isFurtherIn) : undefined;
  return deeper === undefined ? [{ issue, path }] : deeper.flatMap((inner) => findingsOf(inner, path));
}

/** Of two forms that a setting may have, the one that was meant is wrong only further in. */
function isFurtherIn(issues: readonly z.core.$ZodIssue[]): boolean {
  return issues.every(({ path }) => path.length > 0);
}
