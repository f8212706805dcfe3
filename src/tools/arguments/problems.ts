import type { ErrorObject } from 'ajv';
import { isRecord, nearest, type Problem, truncate, withoutHidden } from '../../core/index.ts';
import { secrecyOf } from '../../log/index.ts';
import type { JsonSchema } from './json-schema.ts';
import { Parts } from './parts.ts';
import { pathText, segmentsOf } from './path.ts';
import { shapeOf } from './shape.ts';
import { type FailedUnion, failedUnions, requirementsOf, withoutOtherBranches } from './unions.ts';

/** The most problems reported. More would not help a small model, and the first ones usually explain the rest. */
const MOST_PROBLEMS = 6;

/** The checked value: a model's arguments, which the model can fix, or a tool's structured result. */
export type Written = 'arguments' | 'answer';

/**
 * Converts validation errors to problems, at most one for each path, with the found and the expected value. `schema` is the
 * compiled schema. If a value matches no branch of a union, the problems are those of the branch that is nearest to it.
 */
export function problemsOf(errors: readonly ErrorObject[], schema: JsonSchema, of: Written = 'arguments'): Problem[] {
  const unions = failedUnions(errors, schema);
  const headings = of === 'arguments' ? headingsOf(unions, schema) : [];
  const problems = new Map<unknown, Problem>();
  for (const error of reportedErrors(errors, unions)) {
    for (const { union, heading } of headings) {
      if (union.nearest?.errors.includes(error)) problems.set(union, heading);
    }
    const problem = problemOf(error, schema, of);
    // The first error for a path is the most basic one.
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size >= MOST_PROBLEMS) break;
  }
  return [...problems.values()].map(asShown);
}

/** Removes the invisible characters of the schema's names and texts, because a model reads the problem. */
function asShown({ path, message }: Problem): Problem {
  return { path: withoutHidden(path), message: withoutHidden(message) };
}

/** Leaves out the errors of the other branches; of a union without a nearest branch, the errors of all branches. */
function reportedErrors(errors: readonly ErrorObject[], unions: readonly FailedUnion[]): readonly ErrorObject[] {
  const vague = unions.filter(({ nearest }) => nearest === undefined).flatMap(({ branches }) => branches);
  const inside = new Set(vague.flatMap((branch) => branch.errors));
  const kept = withoutOtherBranches(errors, unions).filter((error) => !inside.has(error) && error.keyword !== 'if');
  return kept.length === 0 ? errors : kept;
}

interface Heading {
  readonly union: FailedUnion;
  readonly heading: Problem;
}

/** Returns the problems that name the branches of a union, for unions with several branches of the right type. */
function headingsOf(unions: readonly FailedUnion[], schema: JsonSchema): readonly Heading[] {
  return unions.flatMap((union): Heading[] => {
    const { error, branches, nearest } = union;
    const forms = branches.filter(({ isOfType }) => isOfType).map((branch) => labelOf(branch.schema, schema));
    if (nearest === undefined || forms.length < 2) return [];
    const all = [...forms.slice(0, MOST_FORMS), ...(forms.length > MOST_FORMS ? ['…'] : [])].join(' | ');
    const message = `must be one of ${all}; the nearest is ${labelOf(nearest.schema, schema)}, with these problems:`;
    return [{ union, heading: { path: pathText(segmentsOf(error.instancePath)), message } }];
  });
}

const MOST_FORMS = 8;
const LONGEST_LABEL = 80;

/** Returns the constants of a branch, such as `{ "kind": "circle", … }`; otherwise its shape, truncated. */
function labelOf(branch: unknown, schema: JsonSchema): string {
  const constants = [...new Parts(schema).at(branch)].flatMap(({ properties }) =>
    Object.entries(Object(properties)).filter(([, member]) => isConstant(member)),
  );
  const [first, ...others] = constants.map(
    ([name, member]) => `${JSON.stringify(truncate(name, LONGEST_LABEL))}: ${shapeOf(member, schema)}`,
  );
  if (first === undefined) return truncate(shapeOf(branch, schema), LONGEST_LABEL, '…');
  return `{ ${[first, ...others.slice(0, 1)].join(', ')}, … }`;
}

function isConstant(member: unknown): boolean {
  return isRecord(member) && ('const' in member || (Array.isArray(member.enum) && member.enum.length === 1));
}

function problemOf(error: ErrorObject, root: unknown, of: Written): Problem {
  const segments = segmentsOf(error.instancePath);
  const path = pathText(segments);
  switch (error.keyword) {
    case 'required': {
      const name = String(error.params.missingProperty);
      const properties: unknown = error.parentSchema?.properties;
      const schema = isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
      const hint = of === 'arguments' ? misspelt(name, error.data, properties) : '';
      const message = `missing, expected ${shapeOf(schema ?? {}, root)}${hint}`;
      return { path: pathText([...segments, name]), message };
    }
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(error.params.additionalProperty ?? error.params.unevaluatedProperty);
      const at = pathText([...segments, truncate(name, 80)]);
      if (of === 'answer') return { path: at, message: 'is not declared' };
      const known = isRecord(error.parentSchema?.properties) ? Object.keys(error.parentSchema.properties) : [];
      const guess = nearest(name, known);
      const hint = guess === undefined ? '' : `; did you mean "${guess}"?`;
      return { path: at, message: `is not a parameter of this tool${hint}` };
    }
    case 'anyOf':
    case 'oneOf': {
      const wants = requirementsOf(error.parentSchema?.[error.keyword]);
      if (wants !== undefined) return { path, message: `needs ${wants}` };
      return { path, message: `expected ${shapeOf(error.parentSchema, root)}, got ${preview(error.data, segments)}` };
    }
    case 'type':
    case 'enum':
    case 'const':
      return {
        path,
        message: `expected ${shapeOf(error.parentSchema, root)}, got ${preview(error.data, segments)}`,
      };
    default:
      return {
        path,
        message: `${truncate(error.message ?? 'is not valid', 200)}, got ${preview(error.data, segments)}`,
      };
  }
}

/** Returns a hint if an undeclared argument has a name similar to the missing one; otherwise an empty string. */
function misspelt(name: string, data: unknown, properties: unknown): string {
  const declared = isRecord(properties) ? properties : {};
  const strangers = isRecord(data) ? Object.keys(data).filter((key) => !Object.hasOwn(declared, key)) : [];
  const written = nearest(name, strangers);
  return written === undefined ? '' : ` (you wrote ${JSON.stringify(written)})`;
}

/** Describes a value briefly. Hides it if its name suggests a secret, because messages travel further than arguments. */
function preview(value: unknown, segments: readonly string[]): string {
  if (value === null) return 'null';
  if (typeof value === 'object') return Array.isArray(value) ? 'an array' : 'an object';
  const isSecret = segments.some((segment) => secrecyOf(segment) !== 'open');
  if (isSecret || value === undefined) return `a ${typeof value}`;
  const text = typeof value === 'string' ? JSON.stringify(truncate(value, 60)) : truncate(String(value), 60);
  return `the ${typeof value} ${text}`;
}
