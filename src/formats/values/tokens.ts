/** An unquoted value as JSON, with the name of the repair if it had to be changed. */
export interface Token {
  readonly json: string;
  readonly repair?: string;
}

/** Parses an unquoted word as a number or a constant. Undefined if it is neither. */
export function readToken(token: string, isPython: boolean): Token | undefined {
  if (token.length > MAX_CHARACTERS) return undefined;
  if (isNumber(token)) return { json: token };
  switch (token) {
    case 'true':
    case 'false':
    case 'null':
      return { json: token };
    case 'True':
      return isPython ? { json: 'true' } : { json: 'true', repair: CONSTANT };
    case 'False':
      return isPython ? { json: 'false' } : { json: 'false', repair: CONSTANT };
    case 'None':
      return isPython ? { json: 'null' } : { json: 'null', repair: CONSTANT };
    default:
      return readOddNumber(token, isPython);
  }
}

const MAX_CHARACTERS = 400;
const CONSTANT = 'Python constants';
const NUMBER = 'numbers that are not valid JSON';

/** Returns true for a JSON number. The pattern takes linear time, because no part of a token can match in two ways. */
function isNumber(token: string): boolean {
  return /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/.test(token);
}

/**
 * Parses a number that is not valid JSON: `+1`, `.5`, `5.`, `1_000`, `0x1f`, `0o17`, `0b11`. A token that would lose
 * information as a number becomes a string: `007`, `NaN`.
 */
function readOddNumber(token: string, isPython: boolean): Token | undefined {
  if (/^[+-]?(?:NaN|nan|Infinity|inf)$/.test(token)) return { json: JSON.stringify(token), repair: NUMBER };
  if (!/[0-9]/.test(token)) return undefined;
  if (/^[+-]?0(?:[xX][0-9a-fA-F]+|[oO][0-7]+|[bB][01]+)$/.test(token))
    return { json: inDecimal(token), repair: NUMBER };
  const plain = token.replace(/^\+/, '').replace(/(?<=[0-9])_(?=[0-9])/g, '');
  const whole = plain.replace(/^(-?)\./, '$10.').replace(/\.$/, '');
  if (isNumber(whole)) return { json: whole, repair: NUMBER };
  const short = whole.replace(/^(-?)0+(?=[0-9])/, '$1'); // in Python, only a number can be unquoted here
  if (isPython && isNumber(short)) return { json: short, repair: NUMBER };
  if (/^[+-]?[0-9][0-9_]*(?:\.[0-9]+)?$/.test(token)) return { json: JSON.stringify(token), repair: NUMBER };
  return undefined;
}

function inDecimal(token: string): string {
  const sign = token.startsWith('-') ? '-' : '';
  return sign + BigInt(token.replace(/^[+-]/, '')).toString();
}
