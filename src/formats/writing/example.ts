import type { Fields } from '../../core/index.ts';
import { alternativesOf, isSpent, membersOf, type Place, schemaOf, within } from './schema.ts';

/** Returns example arguments for a tool, from the suggestions in its schema or from the names of its parameters. */
export function exampleArguments(parameters: unknown): Fields {
  return exampleObject(schemaOf(parameters));
}

/** Returns the required properties. If a tool requires nothing, returns its first property, so that the example is not empty. */
function exampleObject(place: Place): Fields {
  const members = membersOf(place);
  const required = members.filter(({ isRequired }) => isRequired);
  const shown = required.length > 0 ? required : members.slice(0, place.depth === 0 ? 1 : 0);
  return Object.fromEntries(shown.map((member) => [member.name, exampleValue(member, member.name)]));
}

function exampleValue(place: Place, name: string): unknown {
  const { schema } = place;
  const suggested = suggestionIn(schema);
  if (suggested !== undefined) return suggested;
  if (isSpent(place, DEEPEST)) return null;
  const [chosen = place] = alternativesOf(place).filter(({ schema: { type } }) => type !== 'null');
  if (chosen !== place) return exampleValue({ ...chosen, depth: place.depth + 1 }, name);
  switch (typeIn(schema)) {
    case 'string':
      return exampleText(schema, name);
    case 'integer':
    case 'number':
      return exampleNumber(schema, name);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return schema.items === undefined ? [] : [exampleValue(within(place, schema.items), name)];
    case 'object':
      return exampleObject(place);
    default:
      return exampleText(schema, name);
  }
}

const DEEPEST = 4;

/** Returns the value that the schema suggests, if the value is short enough for an example. */
function suggestionIn({ const: only, enum: values, examples, default: usual }: Fields): unknown {
  const found = [only, first(values), first(examples), usual].find((value) => value !== undefined && value !== null);
  return isShort(found) ? found : undefined;
}

function first(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined;
}

function isShort(value: unknown): boolean {
  if (typeof value === 'string') return value !== '' && value.length <= MAX_CHARACTERS;
  return typeof value === 'number' || typeof value === 'boolean';
}

const MAX_CHARACTERS = 80;

function typeIn({ type, properties, items }: Fields): unknown {
  if (type !== undefined) return type;
  if (properties !== undefined) return 'object';
  return items === undefined ? undefined : 'array';
}

function exampleText({ format }: Fields, name: string): string {
  const byFormat = typeof format === 'string' ? TEXTS.get(format) : undefined;
  if (byFormat !== undefined) return byFormat;
  const word = wordsIn(name).findLast((part) => TEXTS.has(part));
  return TEXTS.get(word ?? '') ?? 'example';
}

function exampleNumber({ minimum, maximum }: Fields, name: string): number {
  const word = wordsIn(name).findLast((part) => NUMBERS.has(part));
  const usual = NUMBERS.get(word ?? '') ?? 1;
  const low = typeof minimum === 'number' ? Math.max(usual, minimum) : usual;
  return typeof maximum === 'number' ? Math.min(low, maximum) : low;
}

/** Splits a name into lower-case words: `start_date` and `startDate` → start, date. */
function wordsIn(name: string): readonly string[] {
  const spaced = Array.from(name.slice(0, MAX_CHARACTERS), (letter) => {
    if (letter >= 'A' && letter <= 'Z') return ` ${letter.toLowerCase()}`;
    return letter === '_' || letter === '-' || letter === '.' ? ' ' : letter;
  });
  return spaced.join('').split(' ');
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['city', 'Oslo'],
  ['location', 'Oslo'],
  ['place', 'Oslo'],
  ['address', '1 Main Street, Oslo'],
  ['country', 'Norway'],
  ['language', 'en'],
  ['lang', 'en'],
  ['timezone', 'Europe/Oslo'],
  ['date', '2026-01-31'],
  ['date-time', '2026-01-31T09:30:00Z'],
  ['time', '09:30'],
  ['email', 'ann@example.com'],
  ['uri', 'https://example.com'],
  ['url', 'https://example.com'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000'],
  ['path', 'notes/today.txt'],
  ['file', 'notes.txt'],
  ['filename', 'notes.txt'],
  ['directory', 'notes'],
  ['command', 'ls'],
  ['code', 'print(1 + 1)'],
  ['sql', 'SELECT 1'],
  ['expression', '2 + 2'],
  ['query', 'weather in Oslo'],
  ['question', 'What is the capital of Norway?'],
  ['search', 'weather in Oslo'],
  ['topic', 'weather'],
  ['text', 'Hello'],
  ['message', 'Hello'],
  ['content', 'Hello'],
  ['body', 'Hello'],
  ['subject', 'Hello'],
  ['title', 'Notes'],
  ['name', 'Ann'],
  ['user', 'ann'],
  ['id', '42'],
  ['currency', 'EUR'],
  ['symbol', 'ACME'],
]);

const NUMBERS: ReadonlyMap<string, number> = new Map([
  ['limit', 5],
  ['count', 5],
  ['max', 5],
  ['size', 10],
  ['year', 2026],
  ['month', 1],
  ['id', 42],
  ['amount', 10],
  ['price', 10],
  ['latitude', 59.9],
  ['lat', 59.9],
  ['longitude', 10.8],
  ['lon', 10.8],
]);
