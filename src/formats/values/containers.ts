import { CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN } from './letters.ts';

/**
 * Containers, as they were opened. A call's arguments are an object. A phantom is a brace that is not there: one too many, or
 * one of Python's `**{…}`. A dictionary may still become a set, and a parenthesis a tuple.
 */
export const Kind = { OBJECT: 0, ARRAY: 1, CALL: 2, TUPLE: 3, SET: 4, DICT: 5, PAREN: 6, PHANTOM: 7 } as const;
export type Kind = (typeof Kind)[keyof typeof Kind];

/** Deeper values cannot be written again: JSON.stringify needs the stack for each level. */
export const MOST_DEPTH = 100;

/** The letter that closes it, as it is read. */
export function closerOf(kind: Kind): number {
  if (kind === Kind.ARRAY) return CLOSE_BRACKET;
  return kind === Kind.CALL || kind === Kind.TUPLE || kind === Kind.PAREN ? CLOSE_PAREN : CLOSE_BRACE;
}

/** Whether its elements have keys. */
export function hasKeys(kind: Kind | undefined): boolean {
  return kind === Kind.OBJECT || kind === Kind.CALL || kind === Kind.DICT || kind === Kind.PHANTOM;
}

/** The brackets that it is written with. */
export function bracketsOf(kind: Kind): readonly [string, string] {
  return kind === Kind.OBJECT || kind === Kind.CALL || kind === Kind.DICT ? ['{', '}'] : ['[', ']'];
}
