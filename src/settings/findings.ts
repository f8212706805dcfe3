import type { z } from 'zod';
import type { Path } from './outline.ts';
import { settingsSchema } from './schema.ts';

/** An issue that the schema reports for a value. */
export interface Finding {
  readonly issue: z.core.$ZodIssue;
  readonly path: Path;
}

/** Returns the issues with the settings of one source. */
export function findingsIn(values: unknown): Finding[] {
  const result = settingsSchema.safeParse(values);
  return result.success ? [] : result.error.issues.flatMap((issue) => findingsOf(issue, []));
}

/** Returns the issues with a value as if it were the only one, at this path. Their own paths are relative to it. */
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

/**
 * Flattens an issue. If a setting may have several forms, the user meant the form whose errors are all nested, so the issues of
 * that form are reported.
 */
function findingsOf(issue: z.core.$ZodIssue, outer: Path): Finding[] {
  const path = [...outer, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = forms.find((issues) => issues.every((inner) => inner.path.length > 0));
  return meant === undefined ? [{ issue, path }] : meant.flatMap((inner) => findingsOf(inner, path));
}
