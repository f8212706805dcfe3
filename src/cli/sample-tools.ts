import { randomInt } from 'node:crypto';
import { z } from 'zod';

const MAX_CHARACTERS = 300; // maximum length of an expression, so that nested parentheses cannot exhaust the stack

/** Harmless tools for a first run without settings. Some have a zod schema, some a JSON Schema. */
export const sampleTools = [
  {
    name: 'get_current_datetime',
    description: 'Returns the current date and time, in a time zone if one is given.',
    schema: z.object({
      timeZone: z.string().optional().describe('IANA time zone name such as Europe/Vienna. Default: UTC.'),
    }),
    invoke({ timeZone = 'UTC' }: { timeZone?: string }) {
      const now = new Date();
      const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long', timeZone }).format(now);
      return { iso: now.toISOString(), timeZone, local };
    },
  },
  {
    name: 'convert_temperature',
    description: 'Converts a temperature between Celsius, Fahrenheit and Kelvin.',
    schema: {
      type: 'object',
      properties: {
        value: { type: 'number' },
        from: { enum: ['celsius', 'fahrenheit', 'kelvin'] },
        to: { enum: ['celsius', 'fahrenheit', 'kelvin'] },
      },
      required: ['value', 'from', 'to'],
      additionalProperties: false,
    },
    invoke({ value, from, to }: { value: number; from: Unit; to: Unit }) {
      const kelvin = toKelvin[from](value);
      if (kelvin < 0) throw new RangeError('The temperature is below absolute zero.');
      return `${Math.round(fromKelvin[to](kelvin) * 100) / 100} ${to}`;
    },
  },
  {
    name: 'calculate',
    description: 'Evaluates an arithmetic expression with + - * / % ^ and parentheses.',
    schema: z.object({ expression: z.string().max(MAX_CHARACTERS).describe('An expression such as (12 + 30) * 2') }),
    invoke: ({ expression }: { expression: string }) => `${expression} = ${calculate(expression)}`,
  },
  {
    name: 'roll_dice',
    description: 'Rolls one or more dice and adds up the numbers.',
    schema: z.object({
      count: z.int().min(1).max(100).default(1).describe('Number of dice'),
      sides: z.int().min(2).max(1_000).default(6).describe('Number of sides of each die'),
    }),
    invoke({ count, sides }: { count: number; sides: number }) {
      const rolls = Array.from({ length: count }, () => randomInt(1, sides + 1));
      return { rolls, sum: rolls.reduce((sum, roll) => sum + roll, 0) };
    },
  },
  {
    name: 'days_between',
    description: 'Counts the days from one date to another.',
    schema: z.object({
      from: z.iso.date().describe('Date such as 2026-01-31'),
      to: z.iso.date().describe('Date such as 2026-12-24'),
    }),
    invoke: ({ from, to }: { from: string; to: string }) =>
      `${Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)} days from ${from} to ${to}`,
  },
];

const DAY_MS = 86_400_000;

type Unit = 'celsius' | 'fahrenheit' | 'kelvin';

const toKelvin: Record<Unit, (value: number) => number> = {
  celsius: (value) => value + 273.15,
  fahrenheit: (value) => ((value - 32) * 5) / 9 + 273.15,
  kelvin: (value) => value,
};

const fromKelvin: Record<Unit, (kelvin: number) => number> = {
  celsius: (kelvin) => kelvin - 273.15,
  fahrenheit: (kelvin) => ((kelvin - 273.15) * 9) / 5 + 32,
  kelvin: (kelvin) => kelvin,
};

/** Evaluates an arithmetic expression: numbers, + - * / % ^ and parentheses. Its errors are written for the model that calls the tool. */
export function calculate(expression: string): number {
  const tokens = tokensOf(expression);
  let place = 0;

  /** Evaluates operators of at least this precedence and leaves the others to the caller. */
  const value = (least: number): number => {
    let left = operand();
    for (let next = operatorAt(place); next !== undefined && next.precedence >= least; next = operatorAt(place)) {
      place++;
      left = next.apply(left, value(next.isRightAssociative ? next.precedence : next.precedence + 1));
    }
    return left;
  };
  const operatorAt = (at: number) => OPERATORS.get(String(tokens[at]));
  const operand = (): number => {
    const token = tokens[place++];
    if (typeof token === 'number') return token;
    if (token === '-') return -value(SIGN);
    if (token === '+') return value(SIGN);
    if (token !== '(')
      throw new SyntaxError(`Expected a number${token === undefined ? ' at the end' : ` instead of "${token}"`}.`);
    const inner = value(0);
    if (tokens[place++] !== ')') throw new SyntaxError('A parenthesis is not closed.');
    return inner;
  };

  const result = value(0);
  if (place < tokens.length) throw new SyntaxError(`Expected an operator or the end after "${tokens[place - 1]}".`);
  if (!Number.isFinite(result)) throw new RangeError('The result is too large.');
  return result;
}

interface Operator {
  readonly precedence: number;
  readonly isRightAssociative?: true;
  readonly apply: (left: number, right: number) => number;
}

const SIGN = 2; // a sign binds tighter than a product and looser than a power

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['+', { precedence: 0, apply: (left, right) => left + right }],
  ['-', { precedence: 0, apply: (left, right) => left - right }],
  ['*', { precedence: 1, apply: (left, right) => left * right }],
  ['/', { precedence: 1, apply: (left, right) => left / divisor(right) }],
  ['%', { precedence: 1, apply: (left, right) => left % divisor(right) }],
  ['^', { precedence: 3, isRightAssociative: true, apply: (left, right) => left ** right }],
]);

function divisor(value: number): number {
  if (value === 0) throw new RangeError('Division by zero is not possible.');
  return value;
}

function tokensOf(expression: string): (number | string)[] {
  if (expression.length > MAX_CHARACTERS)
    throw new RangeError(`The expression is longer than ${MAX_CHARACTERS} characters.`);
  const tokens: (number | string)[] = [];
  const pattern = /\s*(?:(\d+(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)|(\*\*|[-+*/%^()×÷−]))\s*/iy;
  while (pattern.lastIndex < expression.length) {
    const from = pattern.lastIndex;
    const [, number, sign = ''] = pattern.exec(expression) ?? [];
    if (number === undefined && sign === '')
      throw new SyntaxError(`"${expression.slice(from, from + 10)}" is not arithmetic.`);
    tokens.push(number === undefined ? (SAME.get(sign) ?? sign) : Number(number));
  }
  return tokens;
}

const SAME: ReadonlyMap<string, string> = new Map([
  ['×', '*'],
  ['÷', '/'],
  ['−', '-'],
  ['**', '^'],
]);
