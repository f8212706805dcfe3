import { isRecord } from '../../core/index.ts';
import { kindOf } from './keywords.ts';
import { Refused } from './refused.ts';

type Node = Readonly<Record<string, unknown>>;

/**
 * Throws Refused if checking a value could come back to the same subschema with the same value, as in `{"$ref": "#"}`: such a
 * check never ends. A schema may refer to itself for a part of the value, as the schema of a tree does. Also throws if the
 * references nest the schema too deeply to compile. Subschemas that nothing refers to are ignored.
 */
export function refuseLoops(root: unknown, targets: ReadonlyMap<object, unknown>): void {
  const reached = new Set<Node>();
  const reach = (node: Node, depth: number): void => {
    if (reached.has(node)) return;
    if (depth > MOST_LEVELS) throw new Refused(`its references nest it deeper than ${MOST_LEVELS} levels`);
    reached.add(node);
    for (const { part } of partsOf(node, targets)) reach(part, depth + 1);
  };
  if (isRecord(root)) reach(root, 0);

  const finished = new Set<Node>();
  const open = new Set<Node>();
  const follow = (node: Node): void => {
    if (finished.has(node)) return;
    if (open.has(node)) throw new Refused('a $ref leads back to itself without going into a part of the value');
    open.add(node);
    for (const { part, isInPlace } of partsOf(node, targets)) if (isInPlace) follow(part);
    open.delete(node);
    finished.add(node);
  };
  for (const node of reached) follow(node);
}

/** The most levels of subschemas, including those behind references. ajv recurses for each and overflows the stack at about 500. */
const MOST_LEVELS = 300;

interface Part {
  readonly part: Node;
  /** True if the part is checked against the same value as the schema around it. */
  readonly isInPlace: boolean;
}

function partsOf(node: Node, targets: ReadonlyMap<object, unknown>): Part[] {
  return Object.entries(node).flatMap(([keyword, value]) => {
    const isInPlace = IN_PLACE.has(keyword);
    return valuesOf(keyword, value, node, targets).flatMap((part) => (isRecord(part) ? [{ part, isInPlace }] : []));
  });
}

function valuesOf(keyword: string, value: unknown, node: Node, targets: ReadonlyMap<object, unknown>): unknown[] {
  switch (kindOf(keyword)) {
    case 'schema':
    case 'list':
      return [value].flat();
    case 'map':
      return DEFINITIONS.has(keyword) ? [] : Object.values(Object(value));
    case 'reference':
      return [targets.get(node)];
    default:
      return [];
  }
}

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);
const IN_PLACE: ReadonlySet<string> = new Set(
  '$ref allOf anyOf oneOf not if then else dependentSchemas dependencies'.split(' '),
);
