import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { calculate } from './calculate.ts';

/** What a first run has to show before there are settings: harmless ones, some with a zod schema, some with a JSON Schema. */
export const sampleTools = [
  {
    name: 'get_current_datetime',
    description: 'The current date and time, in a time zone if one is given.',
    schema: z.object({
      timeZone: z.string().optional().describe('An IANA name such as Europe/Vienna; without it UTC'),
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
      if (kelvin < 0) throw new RangeError('there is nothing below absolute zero');
      return `${Math.round(fromKelvin[to](kelvin) * 100) / 100} ${to}`;
    },
  },
  {
    name: 'calculate',
    description: 'Works out an arithmetic expression with + - * / % ^ and parentheses.',
    schema: z.object({ expression: z.string().max(300).describe('Such as (12 + 30) * 2') }),
    invoke: ({ expression }: { expression: string }) => `${expression} = ${calculate(expression)}`,
  },
  {
    name: 'roll_dice',
    description: 'Rolls a die or several dice, and adds them up.',
    schema: z.object({
      count: z.int().min(1).max(100).default(1).describe('How many dice'),
      sides: z.int().min(2).max(1_000).default(6).describe('How many sides each of them has'),
    }),
    invoke({ count, sides }: { count: number; sides: number }) {
      const rolls = Array.from({ length: count }, () => randomInt(1, sides + 1));
      return { rolls, sum: rolls.reduce((sum, roll) => sum + roll, 0) };
    },
  },
  {
    name: 'days_between',
    description: 'Counts the days from one date to another.',
    schema: z.object({ from: z.iso.date().describe('As 2026-01-31'), to: z.iso.date().describe('As 2026-12-24') }),
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
