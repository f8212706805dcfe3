import { CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN } from './characters.ts';

/**
 * Kinds of open containers. The arguments of a call become an object. A phantom is a brace that is not written: an extra one,
 * or that of Python's `**{…}`. A DICT may turn out to be a set, and a PAREN a tuple.
 */
export const Kind = { OBJECT: 0, ARRAY: 1, CALL: 2, TUPLE: 3, SET: 4, DICT: 5, PAREN: 6, PHANTOM: 7 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Maximum depth of nesting, because JSON.stringify needs stack space for each level when a value is written again. */
export const MOST_DEPTH = 100;

/** Returns the character that closes the container in the input. */
export function closerOf(kind: Kind): number {
  if (kind === Kind.ARRAY) return CLOSE_BRACKET;
  return kind === Kind.CALL || kind === Kind.TUPLE || kind === Kind.PAREN ? CLOSE_PAREN : CLOSE_BRACE;
}

/** Returns true if the elements of the container have keys. */
export function hasKeys(kind: Kind | undefined): boolean {
  return kind === Kind.OBJECT || kind === Kind.CALL || kind === Kind.DICT || kind === Kind.PHANTOM;
}

/** Returns the brackets with which the container is written as JSON. */
export function bracketsOf(kind: Kind): readonly [string, string] {
  return kind === Kind.OBJECT || kind === Kind.CALL || kind === Kind.DICT ? ['{', '}'] : ['[', ']'];
}
