import { z } from 'zod';

/** What a first run has to show before there are settings: one tool with a zod schema, one with a JSON Schema. */
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
];

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
