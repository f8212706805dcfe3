import { isRecord } from '../../core/index.ts';
import { plainName } from './call.ts';
import { breakMarkers, type Markers } from './neutralise.ts';
import { isKeyword } from './python.ts';
import { alternativesOf, isSpent, type Member, membersOf, type Place, schemaOf, within } from './schema.ts';
import { writePython } from './values.ts';

/**
 * Writes a tool as the head of a Python function, followed by its description and one line for each described parameter.
 * This takes about two fifths of the space of the JSON Schema. `calls` is the notation in which the tool is called.
 */
export function writeSignature(
  { name, description, parameters }: SignedTool,
  calls: 'python' | 'json',
  markers: Markers,
): string {
  const members = membersOf(schemaOf(parameters));
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  const written = [...required, ...optional].map((member) => writeMember(member, calls, markers));
  const about = oneLine(description, markers);
  const head = `${plainName(name)}(${written.join(', ')})`;
  return [about === '' ? head : `${head}: ${about}`, ...members.flatMap((member) => aboutMember(member, markers))].join(
    '\n',
  );
}

interface SignedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: unknown;
}

function writeMember(member: Member, calls: 'python' | 'json', markers: Markers): string {
  const typed = `${memberName(member, markers)}: ${typeText(member, markers)}`;
  const { default: usual } = member.schema;
  const optional = `${typed} = ${isPlain(usual) ? writePython(usual, markers) : 'None'}`;
  const written = member.isRequired ? typed : optional;
  return calls === 'python' && !isKeyword(member.name) ? `**{${written}}` : written;
}

function aboutMember(member: Member, markers: Markers): readonly string[] {
  const { description } = member.schema;
  const about = typeof description === 'string' ? oneLine(description, markers) : '';
  return about === '' ? [] : [`  ${memberName(member, markers)}: ${about}`];
}

/** Returns the parameter name, in quotes if it is not a valid Python name. A changed name would not match the tool's schema. */
function memberName({ name }: Member, markers: Markers): string {
  return isKeyword(name) ? name : writePython(name, markers);
}

/** Joins a description into one line, so that no part of it looks like another tool. */
function oneLine(text: string, markers: Markers): string {
  const lines = text.replaceAll('\r', '\n').split('\n');
  return breakMarkers(
    lines
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join(' '),
    markers,
  );
}

function typeText(place: Place, markers: Markers): string {
  const { schema } = place;
  if (schema.const !== undefined && isPlain(schema.const)) return writePython(schema.const, markers);
  if (Array.isArray(schema.enum))
    return schema.enum
      .slice(0, MOST_VALUES)
      .map((value) => literal(value, markers))
      .join(' | ');
  if (isSpent(place, DEEPEST)) return 'Any';
  const alternatives = alternativesOf(place);
  if (alternatives.length > 1 || alternatives[0] !== place) {
    const types = alternatives.map((one) => typeText({ ...one, depth: place.depth + 1 }, markers));
    return [...new Set(types)].join(' | ');
  }
  return plainType(place, markers);
}

const DEEPEST = 3;
const MOST_VALUES = 50;

function plainType(place: Place, markers: Markers): string {
  const { type, items, properties } = place.schema;
  if (type === 'array' || (type === undefined && items !== undefined)) {
    return isRecord(items) ? `list[${typeText(within(place, items), markers)}]` : 'list';
  }
  if (type === 'object' || (type === undefined && properties !== undefined)) return objectType(place, markers);
  return (typeof type === 'string' ? NAMES.get(type) : undefined) ?? 'Any';
}

/** Writes an object type as a dictionary of its properties' types. */
function objectType(place: Place, markers: Markers): string {
  const members = membersOf(place);
  if (members.length === 0) return 'dict';
  const written = members.map((member) => `${writePython(member.name, markers)}: ${typeText(member, markers)}`);
  return `{${written.join(', ')}}`;
}

const NAMES: ReadonlyMap<string, string> = new Map([
  ['string', 'str'],
  ['integer', 'int'],
  ['number', 'float'],
  ['boolean', 'bool'],
  ['null', 'None'],
]);

function literal(value: unknown, markers: Markers): string {
  return isPlain(value) || value === null ? writePython(value, markers) : 'Any';
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}
