import { type Fields, isRecord } from '../../core/index.ts';
import {
  MOST_ENTRIES,
  MOST_SUBSCHEMAS,
  propertiesOf,
  readDocument,
  readSchema,
  requiredOf,
  type Schema,
} from './json-schema.ts';
import { isParameterName, literal } from './python-text.ts';
import { pythonType } from './python-types.ts';

/** A parameter of a tool. */
export interface Parameter {
  readonly name: string;
  /** False for a name that Python does not allow for an argument. */
  readonly isIdentifier: boolean;
  readonly isRequired: boolean;
  readonly type: string;
  /** The default as a Python literal. */
  readonly fallback: string | undefined;
  readonly description: string;
  /** The parameter's JSON Schema. */
  readonly schema: Fields;
}

/** Returns a tool's parameters: required ones first, and otherwise in the order of the schema. */
export function parametersOf(schema: unknown): readonly Parameter[] {
  const document = readDocument(schema);
  if (document === undefined) return [];
  const required = requiredOf(document);
  const declared = new Map<string, unknown>();
  for (const [name, property] of [document, ...branchesOf(document)].flatMap(propertiesOf)) {
    if (!declared.has(name)) declared.set(name, property);
  }
  for (const name of required) if (!declared.has(name)) declared.set(name, true);
  const parameters = [...declared].map(([name, property]) => parameter(name, property, required.has(name), document));
  return [...parameters.filter(({ isRequired }) => isRequired), ...parameters.filter(({ isRequired }) => !isRequired)];
}

/** Returns the names of the parameters to which positional arguments belong, as in the tool's stub. */
export function positionalOrder(schema: unknown): readonly string[] {
  return parametersOf(schema).flatMap(({ name, isIdentifier }) => (isIdentifier ? [name] : []));
}

/** Returns true if a tool takes arguments besides its known parameters. */
export function takesOthers(schema: unknown): boolean {
  const document = readDocument(schema);
  return document !== undefined && [document, ...branchesOf(document)].some(mayHaveOthers);
}

function mayHaveOthers(schema: Schema): boolean {
  const { additionalProperties: others } = schema.fields;
  if (others === true || isRecord(others) || propertiesOf(schema).length >= MOST_ENTRIES) return true;
  return OTHERS.some((keyword) => Object.hasOwn(schema.fields, keyword));
}

/** Keywords that may allow arguments which `properties` does not name. */
const OTHERS = ['patternProperties', 'unevaluatedProperties', 'propertyNames', 'dependentSchemas', 'if'];

/** Returns the alternatives of a schema whose arguments are one of several objects. */
function branchesOf(document: Schema): readonly Schema[] {
  const branches = document.fields.anyOf ?? document.fields.oneOf;
  if (!Array.isArray(branches)) return [];
  return branches.slice(0, MOST_SUBSCHEMAS).flatMap((branch) => readSchema(branch, document) ?? []);
}

function parameter(name: string, property: unknown, isRequired: boolean, document: Schema): Parameter {
  const schema = readSchema(property, document);
  const { description, default: fallback } = schema?.fields ?? {};
  const written = fallback === undefined ? undefined : literal(fallback);
  return {
    name,
    isIdentifier: isParameterName(name),
    isRequired,
    type: pythonType(schema),
    fallback: written !== undefined && written.length > MOST_DEFAULT ? '...' : written,
    description: typeof description === 'string' ? description : '',
    schema: schema?.fields ?? {},
  };
}

const MOST_DEFAULT = 60;

/** Writes a parameter as in the head of a function. */
export function declaration({ name, type, isRequired, fallback }: Parameter): string {
  if (isRequired) return `${name}: ${type}`;
  if (fallback !== undefined) return `${name}: ${type} = ${fallback}`;
  const isOptional = type === 'Any' || type === 'None' || type.endsWith(' | None');
  return `${name}: ${type}${isOptional ? '' : ' | None'} = None`;
}
