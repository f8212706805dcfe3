import { CLOSE_BRACE, CLOSE_BRACKET, CLOSE_PAREN } from './letters.ts';

/**
 * Containers, as they were opened. A call's arguments are an object. A phantom is a brace that is not there: one too many, or
 * one of Python's `**{…}`. A dictionary may still become a set, and a parenthesis a tuple.
 */
export type Kind =
  | typeof OBJECT
  | typeof ARRAY
  | typeof CALL
  | typeof TUPLE
  | typeof SET
  | typeof DICT
  | typeof PAREN
  | typeof PHANTOM;
export const OBJECT = 0;
export const ARRAY = 1;
export const CALL = 2;
export const TUPLE = 3;
export const SET = 4;
export const DICT = 5;
export const PAREN = 6;
export const PHANTOM = 7;

/** Deeper values cannot be written again: JSON.stringify needs the stack for each level. */
export const MOST_DEPTH = 100;

/** The letter that closes it, as it is read. */
export function closerOf(kind: Kind): number {
  if (kind === ARRAY) return CLOSE_BRACKET;
  return kind === CALL || kind === TUPLE || kind === PAREN ? CLOSE_PAREN : CLOSE_BRACE;
}

/** Whether its elements have keys. */
export function hasKeys(kind: Kind | undefined): boolean {
  return kind === OBJECT || kind === CALL || kind === DICT || kind === PHANTOM;
}

/** The brackets that it is written with. */
export function bracketsOf(kind: Kind): readonly [string, string] {
  return kind === OBJECT || kind === CALL || kind === DICT ? ['{', '}'] : ['[', ']'];
}
