/** What a ValueScanner expects next. The states are constants, because comparing numbers is fastest in its inner loop. */
export type State = typeof VALUE | typeof KEY | typeof COLON_NEXT | typeof AFTER | typeof SCALAR | typeof CLOSING;

export const VALUE = 0;
export const KEY = 1;
export const COLON_NEXT = 2;
/** After a value or a field. */
export const AFTER = 3;
export const SCALAR = 4;
/** After the closing quote of a string. */
export const CLOSING = 5;
