import type { ErrorObject } from 'ajv';
import { isRecord, nearest, type Problem, truncate } from '../../core/index.ts';
import { secrecyOf } from '../../log/index.ts';
import { pathText, segmentsOf } from './coerce.ts';
import { FUEL_KEYWORD } from './inspect.ts';
import { shapeOf } from './shape.ts';

/** The most problems reported. More would not help a small model, and the first ones usually explain the rest. */
const MOST_PROBLEMS = 6;

/** The checked value: a model's arguments, which the model can fix, or a tool's structured result. */
export type Written = 'arguments' | 'answer';

/** Converts validation errors to problems, at most one for each path, with the found and the expected value. */
export function problemsOf(errors: readonly ErrorObject[], root: unknown, of: Written = 'arguments'): Problem[] {
  const problems = new Map<string, Problem>();
  for (const error of withoutBranches(errors)) {
    const problem = problemOf(error, root, of);
    // The first error for a path is the most basic one.
    if (!problems.has(problem.path)) problems.set(problem.path, problem);
    if (problems.size === MOST_PROBLEMS) break;
  }
  return [...problems.values()];
}

/** If no branch of a union matches, removes the errors of its branches: the union's own error says enough. */
function withoutBranches(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const unions = errors
    .filter(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf')
    .map(({ schemaPath }) => `${schemaPath}/`);
  if (unions.length === 0) return errors;
  return errors.filter(
    ({ schemaPath, keyword }) => keyword !== 'if' && !unions.slice(0, 20).some((union) => schemaPath.startsWith(union)),
  );
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

/** Returns `id, or name and email` if the branches of a union only state required parameters; otherwise undefined. */
function requirementsOf(branches: unknown): string | undefined {
  if (!Array.isArray(branches)) return undefined;
  const needs = branches.map((branch) =>
    isRecord(branch) && Array.isArray(branch.required) ? branch.required : undefined,
  );
  const isAll = branches.every(
    (branch) => isRecord(branch) && Object.keys(branch).every((key) => key === 'required' || key === FUEL_KEYWORD),
  );
  return isAll ? needs.map((names) => (names ?? []).join(' and ')).join(', or ') : undefined;
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
