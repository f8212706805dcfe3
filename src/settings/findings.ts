import type { z } from 'zod';
import type { Path } from './outline.ts';
import { settingsSchema } from './schema.ts';

/** One issue that the schema has with a value. */
export interface Finding {
  readonly issue: z.core.$ZodIssue;
  readonly path: Path;
}

/** The issues with the settings of one source. */
export function findingsIn(values: unknown): Finding[] {
  const result = settingsSchema.safeParse(values);
  return result.success ? [] : result.error.issues.flatMap((issue) => findingsOf(issue, []));
}

/** The issues with a value if it stood alone at this path; their own paths start there. */
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

/** Of the forms that a setting may have, the one that was meant is wrong only further in: its issues are reported. */
function findingsOf(issue: z.core.$ZodIssue, outer: Path): Finding[] {
  const path = [...outer, ...issue.path.filter((segment) => typeof segment !== 'symbol')];
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const meant = forms.find((issues) => issues.every((inner) => inner.path.length > 0));
  return meant === undefined ? [{ issue, path }] : meant.flatMap((inner) => findingsOf(inner, path));
}
