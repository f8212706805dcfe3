import type { Fields } from '../../core/index.ts';
import { findLoose, findTyped } from './finders.ts';
import type { Ground } from './pick.ts';
import { type Property, propertiesOf } from './properties.ts';
import type { Sheet } from './sheet.ts';
import { findNamed, findProper, findQuoted, findRest } from './texts.ts';

export type Filled = { readonly ok: true; readonly value: Fields } | { readonly ok: false; readonly missing: Property };

/**
 * Arguments by schema, out of what the user said. Nothing is made up: a required one that was not said is missing, and one
 * that may be left out is, unless the words are plain.
 */
export function fillArguments(parameters: Fields, sheet: Sheet, asking: ReadonlySet<string>, now: Date): Filled {
  return fillObject(parameters, { sheet, now, asking, root: parameters, open: [], depth: 0 });
}

type Finder = (property: Property, ground: Ground) => unknown;

/** The surest evidence first; each takes what it finds from those behind it. */
const FINDERS: readonly Finder[] = [
  findNamed,
  whereRequired(findTyped),
  whereRequired(findQuoted),
  whereRequired(findProper),
  whereRequired(findNested),
  whereOptional(findLoose),
  whereRequired(findRest),
  whereRequired(({ schema }) => schema.default),
];

function fillObject(schema: Fields, ground: Ground): Filled {
  const properties = propertiesOf(schema, ground.root);
  const values = new Map<string, unknown>();
  for (const find of FINDERS) {
    for (const property of properties) {
      if (values.has(property.name)) continue;
      const open = properties.filter(({ name }) => !values.has(name));
      const value = find(property, { ...ground, open });
      if (value !== undefined) values.set(property.name, value);
    }
  }
  const missing = properties.find(({ name, isRequired }) => isRequired && !values.has(name));
  if (missing !== undefined) return { ok: false, missing };
  const filled = properties.filter(({ name }) => values.has(name));
  return { ok: true, value: Object.fromEntries(filled.map(({ name }) => [name, values.get(name)])) };
}

/** An object inside, where it is a simple one. */
function findNested({ kind, schema }: Property, ground: Ground): unknown {
  if (kind !== 'object' || ground.depth >= DEEPEST || propertiesOf(schema, ground.root).length > MOST_NESTED)
    return undefined;
  const filled = fillObject(schema, { ...ground, depth: ground.depth + 1 });
  return filled.ok ? filled.value : undefined;
}

const DEEPEST = 2;
const MOST_NESTED = 8;

function whereRequired(find: Finder): Finder {
  return (property, ground) => (property.isRequired ? find(property, ground) : undefined);
}

function whereOptional(find: Finder): Finder {
  return (property, ground) => (property.isRequired ? undefined : find(property, ground));
}
