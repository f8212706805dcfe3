import type { ErrorObject } from 'ajv';
import { isRecord } from '../../core/index.ts';
import { FUEL_KEYWORD } from './check-cost.ts';
import type { JsonSchema } from './json-schema.ts';
import { Parts } from './parts.ts';
import { segmentsOf } from './path.ts';

/** A union (`anyOf` or `oneOf`) that a value does not match. */
export interface FailedUnion {
  /** The error of the union itself. */
  readonly error: ErrorObject;
  readonly branches: readonly Branch[];
  /**
   * The branch that the value is nearest to. Undefined if the value has the wrong type for every branch, or if all
   * branches are equally good readings of it: a single value, or branches that only name required parameters.
   */
  readonly nearest: Branch | undefined;
}

export interface Branch {
  readonly schema: unknown;
  readonly errors: readonly ErrorObject[];
  /** True if the branch accepts values of this type. */
  readonly isOfType: boolean;
}

/**
 * Finds the unions that the checked value does not match, outer unions first. `schema` is the compiled schema, because errors
 * are assigned to branches by the identity of its parts: the paths in errors do not lead through references.
 */
export function failedUnions(errors: readonly ErrorObject[], schema: JsonSchema): readonly FailedUnion[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  if (unions.length === 0) return [];
  const parts = new Parts(schema);
  const outerFirst = unions.toSorted((one, other) => one.instancePath.length - other.instancePath.length);
  return outerFirst.slice(0, MOST_UNIONS).map((error) => failedUnion(error, errors, parts));
}

const MOST_UNIONS = 20;
/** Branches and errors beyond these numbers are not compared. */
const MOST_BRANCHES = 50;
const MOST_ERRORS = 200;

/** Leaves out the errors of all branches but the nearest, and the error of a union that has a nearest branch. */
export function withoutOtherBranches(
  errors: readonly ErrorObject[],
  unions: readonly FailedUnion[],
): readonly ErrorObject[] {
  const others = new Set<ErrorObject>();
  for (const { error, branches, nearest } of unions) {
    if (nearest === undefined) continue;
    others.add(error);
    const kept = new Set(nearest.errors);
    for (const each of branches.flatMap(({ errors }) => errors)) if (!kept.has(each)) others.add(each);
  }
  return others.size === 0 ? errors : errors.filter((error) => !others.has(error));
}

/**
 * Returns the errors at constants that tell the branches of a union apart: several branches have their own value for the
 * place. A single constant is no choice, and may be a confirmation that must be written exactly.
 */
export function choicesIn(unions: readonly FailedUnion[]): ReadonlySet<ErrorObject> {
  const choices = new Set<ErrorObject>();
  for (const { branches } of unions) {
    const holders = new Map<string, Set<Branch>>();
    const constants = branches.flatMap((branch) =>
      branch.errors.flatMap((error) => (CONSTANTS.has(error.keyword) ? [{ branch, error }] : [])),
    );
    for (const { branch, error } of constants) {
      holders.set(error.instancePath, (holders.get(error.instancePath) ?? new Set()).add(branch));
    }
    for (const { error } of constants) if ((holders.get(error.instancePath)?.size ?? 0) > 1) choices.add(error);
  }
  return choices;
}

const CONSTANTS: ReadonlySet<string> = new Set(['const', 'enum']);

function failedUnion(error: ErrorObject, errors: readonly ErrorObject[], parts: Parts): FailedUnion {
  const union: unknown = error.parentSchema?.[error.keyword];
  const schemas: readonly unknown[] = Array.isArray(union) ? union.slice(0, MOST_BRANCHES) : [];
  const inside = errors.filter((each) => each !== error && isWithin(each, error)).slice(0, MOST_ERRORS);
  const branches = schemas.map((schema): Branch => {
    const own = errorsOf(schema, inside, error, parts);
    const isWrongType = (each: ErrorObject) => each.keyword === 'type' && each.instancePath === error.instancePath;
    return { schema, errors: own, isOfType: !own.some(isWrongType) };
  });
  const isComparable = typeof error.data === 'object' && error.data !== null && requirementsOf(union) === undefined;
  return { error, branches, nearest: isComparable ? nearestOf(branches, error) : undefined };
}

function isWithin({ instancePath }: ErrorObject, { instancePath: outer }: ErrorObject): boolean {
  return instancePath === outer || instancePath.startsWith(`${outer}/`);
}

function errorsOf(
  branch: unknown,
  errors: readonly ErrorObject[],
  { instancePath: outer }: ErrorObject,
  parts: Parts,
): readonly ErrorObject[] {
  const known = new Map<string, ReadonlySet<unknown>>();
  return errors.filter(({ instancePath, parentSchema }) => {
    const path = instancePath.slice(outer.length);
    const applying = known.get(path) ?? parts.at(branch, segmentsOf(path));
    known.set(path, applying);
    return applying.has(parentSchema);
  });
}

/** Compares branches of the right type: by the constants that tell them apart, then by the number of problems. */
function nearestOf(branches: readonly Branch[], { instancePath }: ErrorObject): Branch | undefined {
  const scores = branches
    .filter(({ errors, isOfType }) => isOfType && errors.length > 0)
    .map((branch) => ({
      branch,
      foreign: branch.errors.filter((each) => isForeign(each, instancePath)).length,
      problems: countOf(branch.errors),
    }));
  const [best] = scores.toSorted((one, other) => one.foreign - other.foreign || one.problems - other.problems);
  return best?.branch;
}

/** True if a member of the value differs from the branch's constant for it, in more than letter case. */
function isForeign({ keyword, instancePath, params, data }: ErrorObject, outer: string): boolean {
  const allowed: readonly unknown[] =
    keyword === 'const' ? [params.allowedValue] : keyword === 'enum' ? params.allowedValues : [];
  const isMember = instancePath.lastIndexOf('/') === outer.length;
  return isMember && allowed.length === 1 && folded(allowed[0]) !== folded(data);
}

function folded(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

/** Counts wrong places and missing members. Inner unions report one place many times. */
function countOf(errors: readonly ErrorObject[]): number {
  return new Set(errors.map(({ instancePath, params }) => `${instancePath}/${params.missingProperty ?? ''}`)).size;
}

/** Returns `id, or name and email` if the branches of a union only state required parameters; otherwise undefined. */
export function requirementsOf(branches: unknown): string | undefined {
  if (!Array.isArray(branches)) return undefined;
  const needs = branches.map((branch) =>
    isRecord(branch) && Array.isArray(branch.required) ? branch.required : undefined,
  );
  const isAll = branches.every(
    (branch) => isRecord(branch) && Object.keys(branch).every((key) => key === 'required' || key === FUEL_KEYWORD),
  );
  return isAll ? needs.map((names) => (names ?? []).join(' and ')).join(', or ') : undefined;
}
